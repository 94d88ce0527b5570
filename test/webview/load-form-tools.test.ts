import { expect, test } from "vitest";
import type { FromLoadForm } from "../../webview/load/outgoing.ts";
import { browserAndSite, type Opened } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { addLoadPage, controlsOf, formState, openLoad, plan, report } from "./load-form.ts";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);
let form: Opened | undefined;
const { button, field, last, openMore, show } = controlsOf(() => form!);
const timeout = 30_000;

/** Opens the list of load tools, which shows a frame after the click; returns its names. */
async function offeredTools(): Promise<readonly string[]> {
  const { page } = form!;
  await page.getByRole("combobox", { name: "Load" }).click();
  const options = page.getByRole("option");
  await options.first().waitFor();
  return options.allInnerTexts();
}

test("several requests, headers, bodies and setup requests make it into the plan", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready" }));
  await openMore();
  const { page } = form;
  await page.getByText("More requests").click();
  await button("Add Request").first().click();
  await page.waitForFunction(() => document.activeElement?.localName === "vscode-dropdown");
  await page.keyboard.press("ArrowDown");
  const second = page.getByRole("group", { name: "Request 2" });
  await second.getByRole("textbox", { name: "Path" }).fill("auth?user=a");
  await second.getByText("Headers and body").click();
  await second.getByRole("textbox", { name: /^Headers/ }).fill("content-type: application/json\nnot a header");
  await second.getByRole("textbox", { name: "Body" }).fill('{"a":1}');
  await button("Start Load").click();
  expect(await page.locator(".field-problem:visible").allTextContents()).toEqual(["Line 2 is not “name: value”."]);
  await second.getByRole("textbox", { name: /^Headers/ }).fill("content-type: application/json");
  await second.getByRole("textbox", { name: "Weight" }).fill("3");
  await page.getByRole("group", { name: "Request 1" }).getByRole("textbox", { name: "Weight" }).fill("0");
  await button("Start Load").click();
  expect(await page.locator(".field-problem:visible").allTextContents()).toEqual(["Enter a whole number from 1 to 1000."]);
  await page.getByRole("group", { name: "Request 1" }).getByRole("textbox", { name: "Weight" }).fill("2");
  expect(await second.locator("summary").first().innerText()).toBe("POST /auth?user=a\n×3");
  await button("Start Load").click();
  const added = { method: "POST", path: "/auth?user=a", headers: { "content-type": "application/json" }, body: '{"a":1}', weight: 3 };
  expect(await last()).toEqual({ type: "startLoad", plan: { ...plan, requests: [{ ...plan.requests[0]!, weight: 2 }, added] } });
  await button("Remove request 2").click();
  expect(await last()).toEqual({ type: "planChanged", plan });
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
  const helps: Record<string, string | undefined> = {};
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
    helps[name] = (await page.locator(".tool .help").innerText()).split(/(?<=\.) /).at(-1);
    posted[name] = await last();
  }
  const whole = [
    "Headers and body",
    "More requests",
    "Mixed with the first request, each as often as its weight says",
    "Weight",
    "GET /b",
    "Setup requests",
  ];
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
  expect(helps["ab"]).toBe("ab (ApacheBench) sends the first request only; the list has 2.");
  expect(helps["command"]).toBe("Command line sends the first request only; the list has 2.");
  expect(helps["wrk"]).not.toContain("first request");
  expect(posted["ab"]).toEqual({ type: "planChanged", plan: { ...plan, tool: "ab" } });
  expect(posted["wrk"]).toEqual({ type: "planChanged", plan: { ...full, tool: "wrk", ratePerSecond: 0 } });
});

test("load tools that were found are offered by name, and say what they count", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready", foundTools: ["hey", "vegeta"] }));
  await openMore();
  const { page } = form;
  expect(await offeredTools()).toEqual([
    "autocannon (built in)",
    "wrk",
    "ab (ApacheBench)",
    "hey",
    "vegeta",
    "Command line",
    "I will drive it myself",
  ]);
  await page.getByRole("option", { name: "hey", exact: true }).click();
  expect(await page.locator(".tool .help").innerText()).toContain("Errors are requests without a response.");
  expect(await page.getByText("More requests").isVisible()).toBe(false);
  expect(await field("Rate, req/s").isVisible()).toBe(true);
  expect(await page.locator(".plan-line").innerText()).toBe("GET /test · 10 connections · 10\u00a0s · hey");
  expect(await last()).toEqual({ type: "planChanged", plan: { ...plan, tool: "hey" } });
});

test("a plan's tool is offered though it was not found, so that the error can say how to get it", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready", plan: { ...plan, tool: "oha" } }));
  await openMore();
  expect(await offeredTools()).toContain("oha");
});

test("a result names interim answers, and says if no request succeeded or the figures are wrong", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "done", report: { ...report, interim: { "103": 46_738 } } }));
  const rows = (): Promise<string> => form!.page.locator(".rows").innerText();
  expect(await rows()).toMatch(/Answers with 103, not counted\s+46,738/);
  await show(formState({ phase: "done", report: { ...report, tool: "wrk", interimTaken: ["103"] } }));
  const { page } = form;
  expect(await page.locator("p.bad").allInnerTexts()).toEqual([
    "wrk takes the app's interim answers (103) for final ones: its figures are wrong.",
  ]);
  await show(formState({ phase: "done", report: { ...report, tool: "locust", errors: 337, requestsInclude: "failed" } }));
  expect(await page.locator("p.bad").allInnerTexts()).toEqual(["No request succeeded."]);
  expect(await rows()).toMatch(/Failed requests\s+337/);
  await show(formState({ phase: "done", report: { ...report, requests: 340, timeouts: 62 } }));
  expect(await page.locator("p.bad").allInnerTexts()).toEqual(["62 failed"]);
  await show(formState({ phase: "done", report: { ...report, requests: 340, unsent: 1200, toolDelay: { requests: 44, longestMs: 382 } } }));
  expect(await page.locator("p.bad").allInnerTexts()).toEqual([
    "1,200 requests were due, but not sent: all connections waited for answers.",
    "The load tool had too little CPU: it sent 44 requests up to 382\u00a0ms late, which their latencies leave out. Close other programs and measure again.",
  ]);
  // One of 340 changes nothing.
  await show(formState({ phase: "done", report: { ...report, requests: 340, errors: 1, toolDelay: { requests: 1, longestMs: 11 } } }));
  expect(await page.locator("p.bad").allInnerTexts()).toEqual(["1 failed"]);
  // Above the rate, where it is seen without scrolling.
  const top = async (selector: string): Promise<number> => (await page.locator(selector).boundingBox())!.y;
  expect(await top("p.bad")).toBeLessThan(await top(".figures"));
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
