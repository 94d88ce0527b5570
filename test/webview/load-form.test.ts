import { expect, test } from "vitest";
import type { FromLoadForm, LoadFormState } from "../../webview/messages.ts";
import { seriousProblems } from "./axe.ts";
import { browserAndSite, type Opened } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { addLoadPage, asking, done, formState, openLoad, plan, readings, report } from "./load-form.ts";
import type { Theme } from "./themes.ts";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);
let form: Opened | undefined;

const timeout = 30_000;
const button = (name: string) => form!.page.getByRole("button", { name, exact: true });
const field = (name: string) => form!.page.getByRole("textbox", { name });
const show = (state: LoadFormState): Promise<void> => form!.send({ type: "state", state });
const openMore = (): Promise<void> => form!.page.locator("details.more > summary").click();
const last = async (): Promise<FromLoadForm | undefined> => (await form!.posts()).at(-1) as FromLoadForm | undefined;

test("idle offers one thing: to profile the current app", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "idle" }));
  await button("Profile Current App").click();
  expect(await last()).toEqual({ type: "profileApp" });
});

test("each phase shows what can be done in it", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "starting", origins: [] }));
  const buttons = async (): Promise<string[]> => (await form!.page.locator("vscode-button").allInnerTexts()).filter((text) => text !== "");
  const seen: Record<string, string[]> = { starting: await buttons() };
  for (const phase of ["loading", "recording", "saving"] as const) {
    await show(formState({ phase }));
    await form.page.waitForFunction(() => document.querySelector("main .stack") !== null);
    seen[phase] = await buttons();
  }
  await show(done);
  seen["done"] = await buttons();
  await show({ ...done, appRunning: false, origins: [] });
  seen["ended"] = await buttons();
  expect(seen).toEqual({
    starting: ["Stop App"],
    loading: ["Cancel"],
    recording: ["Stop Recording", "Stop App"],
    saving: [],
    done: ["util.js:24 · 45 % self", "Flame Graph", "Start Load Again", "Stop App"],
    ended: ["util.js:24 · 45 % self", "Flame Graph", "Profile Current App"],
  });
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

  expect(await field("Address").evaluate((input) => [input.getAttribute("aria-invalid"), input.matches(":focus")])).toEqual(["true", true]);
  await field("Address").fill("http://localhost:8080");
  await field("Connections").fill("3");
  expect(await alerts.count()).toBe(0);
  expect((await form.posts()).map((each) => each.type)).not.toContain("startLoad");
  await button("Start Load").click();
  expect(await last()).toEqual({ type: "startLoad", plan: { ...plan, baseUrl: "http://localhost:8080", connections: 3 } });
});

test("several requests, headers, bodies and setup requests make it into the plan", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready" }));
  await openMore();
  const { page } = form;
  await page.getByText("More requests").click();
  await button("Add Request").first().click();
  await page.waitForFunction(() => document.activeElement?.localName === "vscode-dropdown");
  await page.keyboard.press("ArrowDown");
  const second = page.locator("fieldset");
  await second.getByRole("textbox", { name: "Path" }).fill("auth?user=a");
  await second.getByText("Headers and body").click();
  await second.getByRole("textbox", { name: /^Headers/ }).fill("content-type: application/json\nnot a header");
  await second.getByRole("textbox", { name: "Body" }).fill('{"a":1}');
  await button("Start Load").click();
  expect(await page.locator(".field-problem:visible").allTextContents()).toEqual(["Line 2 is not “name: value”."]);
  await second.getByRole("textbox", { name: /^Headers/ }).fill("content-type: application/json");
  await button("Start Load").click();
  const added = { method: "POST", path: "/auth?user=a", headers: { "content-type": "application/json" }, body: '{"a":1}' };
  expect(await last()).toEqual({ type: "startLoad", plan: { ...plan, requests: [...plan.requests, added] } });
  await button("Remove request 2").click();
  expect(await last()).toEqual({ type: "planChanged", plan });
});

test("the extension's echo of an edit leaves the form alone, a new plan fills it", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready" }));
  const withPath = (path: string): LoadFormState =>
    formState({ phase: "ready", plan: { ...plan, requests: [{ ...plan.requests[0]!, path }] } });
  await field("Path").evaluate((input) => input.setAttribute("data-same", ""));
  await field("Path").fill("/ab");
  await field("Path").fill("/a");
  // The echo of an edit comes when the next one has been made.
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

test("driving it by hand needs no load: Start and Stop record", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready" }));
  await openMore();
  await form.page.getByRole("combobox", { name: "Load" }).focus();
  await form.page.keyboard.press("End");
  expect(await last()).toEqual({ type: "planChanged", plan: { ...plan, tool: "manual" } });
  expect(await field("Address").isVisible()).toBe(false);
  await button("Start Recording").click();
  expect(await last()).toEqual({ type: "startRecording" });
  await show(formState({ phase: "recording" }));
  await button("Stop Recording").click();
  expect(await last()).toEqual({ type: "stopRecording" });
});

test("each tool shows the fields that it uses, and the plan is without the others", { timeout }, async () => {
  const full = { ...plan, requests: [...plan.requests, { ...plan.requests[0]!, path: "/b" }], ratePerSecond: 50, pipelining: 2 };
  form = await openLoad(host.browser, host.url, formState({ phase: "ready", plan: full }));
  await openMore();
  const { page } = form;
  const tool = page.getByRole("combobox", { name: "Load" });
  const labels = async (): Promise<readonly string[]> => {
    const shown = page.locator(
      "vscode-text-field:visible .field-label, vscode-text-area:visible .field-label, summary:visible, .help:visible",
    );
    return (await shown.allInnerTexts()).map((text) => text.split(/[.:\n]/)[0] ?? "");
  };
  const target = ["Address", "Path", "More"];
  const seen: Record<string, readonly string[]> = { autocannon: await labels() };
  const posted: Record<string, FromLoadForm | undefined> = {};
  for (const [key, name] of [
    ["End", "manual"],
    ["ArrowUp", "command"],
    ["ArrowUp", "ab"],
    ["ArrowUp", "wrk"],
  ] as const) {
    await tool.focus();
    await page.keyboard.press(key);
    seen[name] = await labels();
    posted[name] = await last();
  }
  const whole = ["Headers and body", "More requests", "Sent in turn with the first request", "Path", "Headers and body", "Setup requests"];
  expect(seen).toEqual({
    autocannon: [...target, "Connections", "Duration, s", "Warm-up, s", "Rate, req/s", "Pipelining", ...whole],
    manual: ["More", "Start the recording, use your app, then stop the recording"],
    command: [
      "Command line",
      ...target,
      "${url} stands for the address and path, ${connections} and ${duration} for the fields of those names",
      "Warm-up, s",
      "Setup requests",
    ],
    ab: [
      ...target,
      "ab repeats one request as fast as it can; it cannot limit the rate or pipeline",
      "Connections",
      "Duration, s",
      "Warm-up, s",
      "Headers and body",
      "Setup requests",
    ],
    wrk: [
      ...target,
      "wrk sends as fast as it can; it cannot limit the rate",
      "Connections",
      "Duration, s",
      "Warm-up, s",
      "Pipelining",
      ...whole,
    ],
  });
  expect(posted["ab"]).toEqual({ type: "planChanged", plan: { ...plan, tool: "ab" } });
  expect(posted["wrk"]).toEqual({ type: "planChanged", plan: { ...full, tool: "wrk", ratePerSecond: 0 } });
});

test("a command line is explained, checked, and asks for the numbers that it names", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready", plan: { ...plan, tool: "command" } }));
  await openMore();
  const alerts = form.page.locator(".field-problem:visible");
  await button("Start Load").click();
  expect(await alerts.allTextContents()).toEqual(["Enter a command line, such as wrk -d10s ${url}."]);
  await field("Command line").fill("hey ${url} | tail");
  await button("Start Load").click();
  expect(await alerts.allTextContents()).toEqual(["The command runs without a shell. To use |, wrap it in sh -c '…'."]);
  await field("Command line").fill("hey -z ${duration}s -c ${connections} ${url}");
  expect(await alerts.count()).toBe(0);
  await field("Duration, s").fill("5");
  await field("Connections").fill("3");
  await button("Start Load").click();
  const command = "hey -z ${duration}s -c ${connections} ${url}";
  expect(await last()).toEqual({ type: "startLoad", plan: { ...plan, tool: "command", command, durationSeconds: 5, connections: 3 } });
});

test("a body may be a file; what does not go together is said where it stands", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready", plan: { ...plan, tool: "ab" } }));
  await openMore();
  const alerts = form.page.locator(".field-problem:visible");
  await form.page.getByText("Headers and body").click();
  await field("File to send instead").fill("bodies/order.json");
  await button("Start Load").click();
  expect(await alerts.allTextContents()).toEqual(["A GET request has no body."]);
  const method = form.page.getByRole("combobox", { name: "Method" });
  await method.focus();
  for (let downs = 0; downs < 3; downs++) await form.page.keyboard.press("ArrowDown");
  expect(await alerts.allTextContents()).toEqual(["ab sends a body only with POST, PUT."]);
  await method.focus();
  await form.page.keyboard.press("ArrowUp");
  await form.page.getByRole("textbox", { name: "Body", exact: true }).fill("text");
  await button("Start Load").click();
  expect(await alerts.allTextContents()).toEqual(["Give the body as text or as a file, not both."]);
  await form.page.getByRole("textbox", { name: /^Body/ }).fill("");
  await button("Save to launch.json").click();
  const request = { ...plan.requests[0]!, method: "PUT", bodyFile: "bodies/order.json" };
  expect(await last()).toEqual({ type: "saveLoad", plan: { ...plan, tool: "ab", requests: [request] } });
});

test("a tool that tells its figures at its end shows the time alone, and the result what it told", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "loading" }));
  await form.send({ type: "progress", progress: { phase: "measuring", elapsedSeconds: 3.2 } });
  await form.page.getByText("for 3 s").first().waitFor();
  expect(await form.page.getByText("This tool reports its figures when it ends.").isVisible()).toBe(true);
  expect(await form.page.locator("dl:visible, .chart:visible").count()).toBe(0);
  expect(await form.page.getByRole("progressbar").getAttribute("aria-valuenow")).toBeNull();
  const told = {
    tool: "ab",
    url: "",
    label: "ab",
    latency: { averageMs: 4 },
    requestsPerSecond: 12,
    non2xx: 3,
    non2xxFrom: 300,
    durationSeconds: 2,
    cancelled: false,
  };
  await show({ ...done, report: told });
  const text = await form.page.locator("section").innerText();
  for (const part of ["12.0", "Average", "4.0\u00a0ms", "Status 300 and above"]) expect(text).toContain(part);
  for (const part of ["p99", "p50", "Requests", "Errors", "No errors"]) expect(text).not.toContain(part);
  await show({ ...done, report: { tool: "odd", url: "", label: "odd", latency: {}, durationSeconds: 2, cancelled: false } });
  expect(await form.page.locator("section").innerText()).toContain("The output of odd was not understood, so there are no load figures.");
});

test("before the warm-up it is said how long the app's first answer is waited for", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "loading" }));
  await form.send({ type: "progress", progress: { phase: "waiting", elapsedSeconds: 3.2 } });
  await form.page.getByText("for 3 s").first().waitFor();
  expect(await form.page.locator(".phase").textContent()).toBe("Waiting for the first response");
  expect(await form.page.getByText("This tool reports its figures when it ends.").isVisible()).toBe(false);
  await button("Cancel").click();
  expect(await last()).toEqual({ type: "cancelLoad" });
});

test("while the load runs, figures and time left follow the readings and Cancel works", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "loading" }));
  const [warmup, ...rest] = readings(12);
  await form.send({ type: "progress", progress: warmup });
  await form.page.getByText("2 s left").waitFor();
  expect(await form.page.locator("[aria-live]").textContent()).toBe("Warming up");
  for (const progress of rest) await form.send({ type: "progress", progress });
  await form.page.getByText("7 s left").first().waitFor();
  expect(await form.page.locator("dl").first().innerText()).toContain("1,528");
  expect(await form.page.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("35");
  expect(await form.page.locator("[aria-live]").textContent()).toMatch(/^7\ss left, 1,\d+ requests per second, p99 \d+\sms, errors: 0$/);
  expect(await form.page.locator(".chart canvas").count()).toBe(1);
  await button("Cancel").click();
  expect(await last()).toEqual({ type: "cancelLoad" });
});

test("the result leads to the hottest line and the flame graph", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, { ...done, report: { ...report, non2xx: 4, cancelled: true } });
  const text = await form.page.locator("section").innerText();
  for (const part of ["GET /test", "33.7", "2.0\u00a0s", "281\u00a0ms", "337", "1.8\u00a0MB", "Cancelled", "Status 400 and above"])
    expect(text).toContain(part);
  await form.page.getByRole("button", { name: "Go to the hottest line, util.js:24 · 45 % self" }).click();
  await button("Flame Graph").click();
  await form.page.getByText("Load settings").click();
  await field("Path").fill("/other");
  await button("Start Load Again").click();
  expect((await form.posts()).slice(1).map((each) => each.type)).toEqual(["goToHottest", "openFlame", "planChanged", "startLoad"]);
});

test("an error says what happened and what to do, and goes with the next state", { timeout }, async () => {
  form = await openLoad(
    host.browser,
    host.url,
    formState({ phase: "ready", error: { message: "Nothing answers.", remedy: "Check the address." } }),
  );
  expect(await form.page.locator(".error").innerText()).toBe("Nothing answers.\nCheck the address.");
  await show(formState({ phase: "loading" }));
  await form.page.locator(".error").waitFor({ state: "hidden" });
});

test.each(["zh-cn", "ru"])("nothing overflows a narrow side bar in %s", { timeout }, async (locale) => {
  const page = addLoadPage(host.site, "vscode-light", locale);
  form = await openLoad(host.browser, page, formState({ phase: "idle" }), 220);
  const wide: string[] = [];
  const command = { ...plan, tool: "command", command: `k6 run --vus \${connections} ${"x".repeat(300)}` } as const;
  const tools = [{ ...plan, tool: "wrk" }, { ...plan, tool: "ab" }, command] as const;
  const forms = tools.map((each) => formState({ phase: "ready", plan: each }));
  for (const state of [...forms, formState({ phase: "ready" }), formState({ phase: "loading" }), formState({ phase: "recording" }), done]) {
    await show(state);
    await form.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
    if (await form.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(state.phase);
  }
  expect(wide).toEqual([]);
});

test.each(["vscode-dark", "vscode-light", "vscode-high-contrast"] as const)(
  "axe finds nothing serious in %s",
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
      done: { ...done, report: { ...report, errors: 3, cancelled: true } },
    };
    for (const [name, state] of Object.entries(states)) {
      await show(state);
      if (name === "loading") for (const progress of readings(6)) await form.send({ type: "progress", progress });
      if (name === "ready") {
        await openMore();
        await field("Connections").fill("0");
        await button("Start Load").click();
      }
      found.push(...(await seriousProblems(form.page)).map((each) => `${name}: ${each}`));
    }
    expect(found).toEqual([]);
  },
);

test("a doubtful first response is shown, and either the request is changed or the load starts anyway", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, asking);
  const text = await form.page.locator("section").innerText();
  for (const part of [
    "The load has not started",
    "GET /test",
    "404 Not Found · 12\u00a0ms",
    "Cannot GET /test",
    "redirect to /login",
    "500\u00a0ms",
    "socket hang up",
  ])
    expect(text).toContain(part);
  await button("Start Anyway").click();
  expect(await last()).toEqual({ type: "proceedLoad" });
  await form.page.waitForFunction(() => document.activeElement?.textContent === "Change Request");
  await button("Change Request").click();
  expect(await last()).toEqual({ type: "cancelLoad" });
  await show(formState({ phase: "ready" }));
  await expect.poll(() => field("Path").evaluate((input) => input.matches(":focus"))).toBe(true);
});
