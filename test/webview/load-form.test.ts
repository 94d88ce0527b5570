import { expect, test } from "vitest";
import type { LoadFormState } from "../../webview/load/incoming.ts";
import { anyProblems } from "./axe.ts";
import { browserAndSite, type Opened } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { addLoadPage, controlsOf, done, formState, mixed, openLoad, plan, readings } from "./load-form.ts";
import type { Theme } from "./themes.ts";
import { someOf } from "../workbench/some-of.mjs";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);
let form: Opened | undefined;
const { button, field, last, openMore, show } = controlsOf(() => form!);
const timeout = 30_000;

test("idle offers one thing: to profile the current app", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "idle" }));
  await button("Profile Current App").click();
  expect(await last()).toEqual({ type: "profileApp" });
});

test("each phase shows what can be done in it", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "starting", origins: [] }));
  const buttons = (): Promise<string[]> =>
    form!.page
      .locator(".hot-line:visible, vscode-button:not(.icon):visible")
      .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? ""));
  const seen: Record<string, string[]> = { starting: await buttons() };
  for (const [phase, shows] of [
    ["loading", "Starting the load"],
    ["recording", "Use your app now"],
    ["explaining", "Measuring koa-listener-leak again to explain its run…"],
    ["saving", "Saving and analysing"],
  ] as const) {
    await show(formState({ phase }));
    await form.page.getByText(shows).first().waitFor();
    seen[phase] = await buttons();
  }
  await show(done);
  await form.page.getByRole("button", { name: "Start Load Again" }).waitFor();
  seen["done"] = await buttons();
  await show({ ...done, changedFile: "rank.js" });
  await form.page.getByText("rank.js was saved after the app started.").waitFor();
  seen["changed"] = await buttons();
  await form.page.getByRole("button", { name: "Restart App" }).click();
  expect((await form.posts()).at(-1)).toEqual({ type: "restartApp" });
  await show({ ...done, appRunning: false, origins: [] });
  await form.page.getByRole("button", { name: "Profile Current App" }).waitFor();
  seen["ended"] = await buttons();
  const found = [
    "Go to the hottest line, util.js:24 45 % self",
    "Go to rank.js:7 12 % with libraries",
    "Go to a-rather-long-name-of-a-file.controller.ts:1024 3 % self",
    "Flame Graph",
  ];
  expect(seen).toEqual({
    starting: ["Stop App"],
    loading: ["Cancel"],
    recording: ["Stop Recording", "Stop App"],
    explaining: ["Stop App"],
    saving: [],
    done: [...found, "Start Load Again", "Stop App"],
    changed: [...found, "Restart App", "Start Load Again", "Stop App"],
    ended: [...found, "Profile Current App"],
  });
});

test.each(["ready", "done"] as const)(
  "%s, with an old build: said before a load, and the build comes first",
  { timeout },
  async (phase) => {
    const stale = { output: "dist/", source: "src/" };
    form = await openLoad(host.browser, host.url, { ...done, phase, changedFile: "server.ts", ranBuild: { stale } });
    await form.page.getByText("dist/ is older than src/: build first.").waitFor();
    expect(await form.page.getByText("was saved").count()).toBe(0);
    await form.page.getByRole("button", { name: "Build and Restart" }).click();
    expect((await form.posts()).at(-1)).toEqual({ type: "buildApp" });
    expect(await anyProblems(form.page)).toEqual([]);
    await show({ ...done, phase, changedFile: "server.ts", ranBuild: {} });
    await form.page.getByText("server.ts was saved after the app started.").waitFor();
  },
);

test(
  "code that was saved since the run is measured by the first button, and runs are compared beside the flame graph",
  { timeout },
  async () => {
    const again = {
      label: "Measure Again",
      about: "rank.js was saved since this run.",
      help: "Restarts the app, sends the same load and compares.",
    };
    form = await openLoad(host.browser, host.url, { ...done, again, isComparable: true, changedFile: "rank.js" });
    const words = (): Promise<string[]> => form!.page.locator(".action-bar .button-label").allInnerTexts();
    await form.page.getByText("rank.js was saved since this run.").waitFor();
    expect(await words()).toEqual(["Measure Again", "Start Load Again", "Stop App"]);
    await button("Measure Again").click();
    expect(await last()).toEqual({ type: "measureAgain" });
    await button("Compare").click();
    expect(await last()).toEqual({ type: "compareWithPrevious" });
    await show({ ...done, again, appRunning: false, origins: [] });
    await expect.poll(words).toEqual(["Measure Again", "Profile Current App"]);
    await show(formState({ phase: "idle", again }));
    await form.page.getByText("Restarts the app, sends the same load and compares.").waitFor();
    expect(await words()).toEqual(["Measure Again", "Profile Current App"]);
    await show(formState({ phase: "idle", isComparable: true }));
    await expect.poll(words).toEqual(["Profile Current App", "Compare"]);
  },
);

test("a button that is being pressed is not replaced before its release", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, done);
  const stop = form.page.getByRole("button", { name: "Stop App" });
  await stop.hover();
  await form.page.mouse.down();
  await show({ ...done, hotLines: [{ place: "rank.js:7", share: "60 % self", percent: "60 %" }] });
  await show({ ...done, hotLines: [{ place: "rank.js:8", share: "61 % self", percent: "61 %" }] });
  await form.page.mouse.up();
  await form.page.getByTitle("rank.js:8, 61 % self").waitFor();
  expect((await form.posts()).at(-1)).toEqual({ type: "stopApp" });
});

test.each(["loading", "recording"] as const)(
  "while %s, the hottest line so far leads to it, and keeps the focus",
  { timeout },
  async (phase) => {
    form = await openLoad(host.browser, host.url, formState({ phase }));
    const jump = form.page.getByRole("button", { name: "Go to the hottest line" });
    await form.page.locator("main .stack").first().waitFor();
    expect(await jump.count()).toBe(0);
    await form.send({ type: "live", hottest: { place: "util.js:24", share: "45 % self", percent: "45 %" } });
    await form.page.getByText("Hottest line so far").waitFor();
    await jump.focus();
    await form.send({ type: "live", hottest: { place: "rank.js:7", share: "60 % self", percent: "60 %" } });
    const moved = form.page.getByRole("button", { name: "Go to the hottest line, rank.js:7 60 % self" });
    await moved.waitFor();
    expect(await form.page.locator(".hot-line").innerText()).toMatch(/^rank\.js\s*:7\s*60 % self$/);
    await form.page.keyboard.press("Enter");
    expect((await form.posts()).at(-1)).toEqual({ type: "goToHottest" });
  },
);

test("an app that does not listen yet: for how long, and after a while what may keep it", { timeout }, async () => {
  const startedAgo = (ms: number): LoadFormState => formState({ phase: "recording", origins: [], startedAt: Date.now() - ms });
  form = await openLoad(host.browser, host.url, startedAgo(0));
  const text = (words: string | RegExp) => form!.page.getByText(words);
  await text("Use your app now.").waitFor();
  await show(startedAgo(5000));
  await text(/^Started, waiting for a port · \d s$/).waitFor();
  await text("A script is recorded until it exits.").waitFor();
  expect(await text("Use your app now.").count()).toBe(0);
  await show(startedAgo(12_000));
  await text(/^Started, waiting for a port · 1\d s$/).waitFor();
  await text("it may wait for a database or for input").waitFor();
  await show(formState({ phase: "recording", startedAt: undefined }));
  await text("Use your app now.").waitFor();
  expect(await text("waiting for a port").isVisible()).toBe(false);
});

test("where no heat grows during a recording, that is said while it goes on", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "loading", heatAtEnd: true }));
  const note = form.page.getByText("no live heat");
  await note.waitFor();
  await show(formState({ phase: "recording", heatAtEnd: true }));
  await note.waitFor();
  await show(formState({ phase: "recording" }));
  await form.page.getByText("Use your app now").waitFor();
  expect(await note.count()).toBe(0);
});

test("the load starts with the plan as edited, by keyboard alone", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "starting", origins: [] }));
  await show(formState({ phase: "ready" }));
  const { page } = form;
  await page.waitForFunction(() => document.activeElement?.textContent === "Start Load");
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("More");
  await page.keyboard.press("Enter");
  for (let tabs = 0; tabs < 2; tabs++) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await page.keyboard.type("5");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const edited = { ...plan, connections: 11, durationSeconds: 5 };
  expect(await last()).toEqual({ type: "startLoad", plan: edited });
  expect((await form.posts()).findLast((each) => each.type === "planChanged")).toEqual({ type: "planChanged", plan: edited });
});

test("a problem is shown at its field, keeps the load from starting and goes when mended", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready" }));
  await openMore();
  await field("Connections").fill("0");
  await field("Address").fill("localhost");
  await button("Start Load").click();
  const alerts = form.page.locator(".field-problem:visible");
  expect(await alerts.allTextContents()).toEqual(["Enter an address like http://127.0.0.1:3000.", "Enter a whole number from 1 to 10000."]);

  // The control passes the error state on to its input when it renders.
  await expect
    .poll(() => field("Address").evaluate((input) => [input.getAttribute("aria-invalid"), input.matches(":focus")]))
    .toEqual(["true", true]);
  await field("Address").fill("http://localhost:8080");
  await field("Connections").fill("3");
  expect(await alerts.count()).toBe(0);
  expect((await form.posts()).map((each) => each.type)).not.toContain("startLoad");
  await button("Start Load").click();
  expect(await last()).toEqual({ type: "startLoad", plan: { ...plan, baseUrl: "http://localhost:8080", connections: 3 } });
});

test("the extension's echo of an edit leaves the form alone, a new plan fills it", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready" }));
  const withPath = (path: string): LoadFormState =>
    formState({ phase: "ready", plan: { ...plan, requests: [{ ...plan.requests[0]!, path }] } });
  await field("Path").evaluate((input) => input.setAttribute("data-same", ""));
  await field("Path").fill("/ab");
  await field("Path").fill("/a");
  // The echo of an edit arrives after the next edit.
  await show(withPath("/ab"));
  await show(withPath("/a"));
  expect(await field("Path").getAttribute("data-same")).toBe("");
  await field("Path").press("End");
  await form.page.keyboard.type("b");
  expect(await field("Path").inputValue()).toBe("/ab");
  await show(formState({ phase: "ready", plan: { ...plan, baseUrl: "http://127.0.0.1:4000" } }));
  await expect.poll(() => field("Address").inputValue()).toBe("http://127.0.0.1:4000");
});

test("with several ports one can be chosen, with its scheme", { timeout }, async () => {
  form = await openLoad(
    host.browser,
    host.url,
    formState({ phase: "ready", origins: ["http://127.0.0.1:3000", "https://127.0.0.1:3001"] }),
  );
  const port = form.page.getByRole("combobox", { name: "Port" });
  expect(await port.evaluate((dropdown: HTMLSelectElement) => dropdown.value)).toBe("http://127.0.0.1:3000");
  await port.click();
  await form.page.getByRole("option", { name: "https://127.0.0.1:3001" }).click();
  expect(await last()).toEqual({ type: "planChanged", plan: { ...plan, baseUrl: "https://127.0.0.1:3001" } });
  expect(await form.page.locator(".ports").innerText()).toMatch(/^:3000\s+:3001$/);
});

test.each(["zh-cn", "ru"])("nothing overflows a narrow side bar in %s", { timeout }, async (locale) => {
  form = await openLoad(host.browser, addLoadPage(host.site, "vscode-light", locale), formState({ phase: "idle" }), 220);
  const command = { ...plan, tool: "command", command: `k6 run --vus \${connections} ${"x".repeat(300)}` } as const;
  const tools = [{ ...plan, tool: "wrk" }, { ...plan, tool: "ab" }, command] as const;
  const forms = tools.map((each) => formState({ phase: "ready", plan: each }));
  const others = (["ready", "loading", "recording", "explaining"] as const).map((phase) => formState({ phase }));
  for (const state of [...forms, ...others, done]) {
    await show(state);
    await form.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
    // Rows of buttons are fitted once the browser has measured them.
    const { page } = form;
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth), { message: state.phase }).toBe(false);
  }
});

test.each(someOf(1, ["vscode-light", "vscode-dark", "vscode-high-contrast"] as const))(
  "axe finds nothing in %s",
  { timeout: 60_000 },
  async (theme: Theme) => {
    form = await openLoad(host.browser, addLoadPage(host.site, theme), formState({ phase: "idle" }));
    const found: string[] = [];
    const states = {
      idle: formState({ phase: "idle" }),
      starting: formState({ phase: "starting" }),
      ready: formState({
        phase: "ready",
        origins: ["http://127.0.0.1:3000", "http://127.0.0.1:3001"],
        error: { message: "No answer.", remedy: "Try again." },
        plan: { ...plan, setup: plan.requests },
      }),
      command: formState({ phase: "ready", plan: { ...plan, tool: "command", command: "wrk ${url}", setup: plan.requests } }),
      loading: formState({ phase: "loading" }),
      recording: formState({ phase: "recording" }),
      explaining: formState({ phase: "explaining" }),
      done: { ...done, report: { ...mixed, errors: 3, cancelled: true } },
    };
    for (const [name, state] of Object.entries(states)) {
      await show(state);
      if (name === "loading") for (const progress of readings(6)) await form.send({ type: "progress", progress });
      if (name === "ready") {
        await openMore();
        await field("Connections").fill("0");
        await button("Start Load").click();
      }
      found.push(...(await anyProblems(form.page)).map((each) => `${name}: ${each}`));
    }
    expect(found).toEqual([]);
  },
);
