import { expect, test } from "vitest";
import { anyProblems } from "./axe.ts";
import { browserAndSite, type Opened } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { addLoadPage, asking, controlsOf, done, formState, mixed, openLoad, readings, report } from "./load-form.ts";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);
let form: Opened | undefined;
const { button, field, last, show } = controlsOf(() => form!);
const timeout = 30_000;

test("a tool that reports its figures at its end shows the time alone, and the result what it reported", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "loading" }));
  await form.send({ type: "progress", progress: { phase: "measuring", elapsedSeconds: 3.2 } });
  await form.page.getByText("for 3 s").first().waitFor();
  expect(await form.page.getByText("This tool reports its figures when it ends.").isVisible()).toBe(true);
  expect(await form.page.locator("dl:visible, .chart:visible").count()).toBe(0);
  expect(await form.page.getByRole("progressbar").getAttribute("aria-valuenow")).toBeNull();
  const reported = {
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
  await show({ ...done, report: reported });
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

test("the app's event loop is shown from its first reading on, and which of several it is", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "loading" }));
  for (const progress of readings(8)) await form.send({ type: "progress", progress });
  const group = form.page.getByRole("group", { name: "Event loop" });
  expect(await group.count()).toBe(0);
  const busiest = { thread: "main", of: 1, busy: 0.344, delayP99Ms: 12.4, heapUsed: 45_600_000 };
  for (const busy of [0.1, 0.9, 0.344]) await form.send({ type: "loop", busiest: { ...busiest, busy } });
  const shown = async (): Promise<string> => (await group.innerText()).replaceAll("\u00a0", " ").replaceAll(/\n+/g, "\n");
  expect(await shown()).toBe("Event loop\nBusy\n34 %\nDelay p99\n12 ms\nHeap used\n45.6 MB");
  expect(await group.locator("polyline").first().getAttribute("points")).toMatch(/^0,\S+ 1,\S+ 2,\S+$/);
  expect(await anyProblems(form.page)).toEqual([]);
  await form.send({ type: "loop", busiest: { ...busiest, thread: "child 4711", of: 1200 } });
  expect(await shown()).toContain("Event loop of child 4711, the busiest of 1,200\n");
  await show(formState({ phase: "recording" }));
  await form.send({ type: "loop", busiest });
  expect(await shown()).toContain("34 %");
});

test("the result leads to the hottest lines, which come before its figures, and the flame graph", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, { ...done, selectionText: "worker 1", report: { ...report, non2xx: 4, cancelled: true } });
  const text = await form.page.locator("section").innerText();
  for (const part of ["GET /test", "33.7", "2.0\u00a0s", "281\u00a0ms", "337", "1.8\u00a0MB", "Cancelled", "Status 400 and above"])
    expect(text).toContain(part);
  await form.page.getByRole("button", { name: "Go to the hottest line, util.js:24 45 % self" }).click();
  await form.page.getByRole("button", { name: "Go to rank.js:7 12 % with libraries" }).click();
  expect(await last()).toEqual({ type: "goToHotLine", place: "rank.js:7", share: "12 % with libraries" });
  expect(text).toMatch(/^Hottest lines · worker 1\s+util\.js[^]*rank\.js[^]*controller\.ts[^]*Flame Graph[^]*33\.7/);
  await button("Flame Graph").click();
  await form.page.getByText("Load settings").click();
  await field("Path").fill("/other");
  await button("Start Load Again").click();
  expect((await form.posts()).slice(1).map((each) => each.type)).toEqual([
    "goToHottest",
    "goToHotLine",
    "openFlame",
    "planChanged",
    "startLoad",
  ]);
});

test("of several requests each has its figures in the result, and those that failed are counted", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, { ...done, report: mixed });
  const items = form.page.getByRole("list").filter({ hasText: "GET /test" }).getByRole("listitem");
  expect((await items.allInnerTexts()).map((text) => text.replaceAll("\u00a0", " ").replaceAll(/\n+/g, "\n"))).toEqual([
    "GET /test\n300 requests · Average 120 ms · p99 402 ms",
    "POST /api/v1/customers/27/orders?notify=true\n37 requests · Average 1.8 s · p99 2.4 s · 5 failed",
  ]);
  await show(done);
  expect(await form.page.getByRole("heading", { name: "Per request" }).count()).toBe(0);
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
    "socket hang up · 500\u00a0ms",
    "No response came.",
    "200 · the response was cut off · 60.0\u00a0s",
    "The response began but was not complete.",
  ])
    expect(text).toContain(part);
  expect(await button("Use /login").count()).toBe(0);
  await button("Start Anyway").click();
  expect(await last()).toEqual({ type: "proceedLoad" });
  await form.page.waitForFunction(() => document.activeElement?.textContent === "Change Request");
  await button("Change Request").click();
  expect(await last()).toEqual({ type: "cancelLoad" });
  await show(formState({ phase: "ready" }));
  await expect.poll(() => field("Path").evaluate((input) => input.matches(":focus"))).toBe(true);
});
