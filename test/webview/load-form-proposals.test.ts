import { expect, test } from "vitest";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import type { FromLoadForm } from "../../webview/load/outgoing.ts";
import { byOtherScheme, redirectedPath } from "../../webview/load/asking.ts";
import { browserAndSite } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { addLoadPage, answeredProposals, controlsOf, formState, openLoad, plan, redirected, wrongScheme } from "./load-form.ts";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);

const signIn = "/account/sign-in?next=%2Fapi%2Fv1%2Fcustomers%2F27%2Forders";

test("a proposal fills method and path and leads to the start; a parameter is asked for", async () => {
  const proposals = [
    { method: "POST", path: "/orders", from: "app.js:2" },
    { method: "GET", path: "/orders/:id", from: "routes/orders.js:4" },
    { method: "GET", path: "/used", from: "" },
  ];
  const form = await openLoad(host.browser, host.url, formState({ phase: "ready" }));
  const { page } = form;
  const last = async (): Promise<FromLoadForm | undefined> => (await form.posts()).at(-1) as FromLoadForm | undefined;
  const path = page.getByRole("textbox", { name: "Path" });
  const start = page.getByRole("button", { name: "Start Load", exact: true });
  await path.focus();
  await form.send({ type: "state", state: formState({ phase: "ready", proposals }) });
  const list = page.getByRole("list", { name: "Proposed requests" });
  await list.waitFor();
  expect(await path.evaluate((input) => input.matches(":focus"))).toBe(true);
  expect(await list.getByRole("button").allInnerTexts()).toEqual([
    "POST /orders\napp.js:2",
    "GET /orders/:id\nroutes/orders.js:4",
    "GET /used\nused before",
  ]);
  await list.getByRole("button").first().click();
  await page.waitForFunction(() => document.activeElement?.textContent === "Start Load");
  await page.keyboard.press("Enter");
  expect(await last()).toEqual({
    type: "startLoad",
    plan: { ...plan, requests: [{ ...plan.requests[0]!, method: "POST", path: "/orders" }] },
  });
  await list.getByRole("button").nth(1).click();
  await start.click();
  expect(await page.locator(".field-problem:visible").allTextContents()).toEqual(["Replace :id with a value that exists."]);
  await list.getByRole("button").nth(1).click();
  await page.keyboard.type("17");
  await page.keyboard.press("Enter");
  const request = { ...plan.requests[0]!, method: "GET", path: "/orders/17" };
  expect(await last()).toEqual({ type: "startLoad", plan: { ...plan, requests: [request] } });
});

test("what the app has answered is shown with count and status; a colon in it is not a parameter, a hidden secret is", async () => {
  const form = await openLoad(host.browser, host.url, formState({ phase: "ready", proposals: answeredProposals }));
  const { button, field, last } = controlsOf(() => form);
  const rows = form.page.getByRole("list", { name: "Proposed requests" }).getByRole("button");
  expect((await rows.allInnerTexts()).map((each) => each.replaceAll("\u00a0", " "))).toEqual([
    "GET /orders?page=2 · 12 × 200\norders.js:12",
    "POST /api/v1/customers/27/orders · 400+ × 201, 7 × 409\ncustomer-orders.ts:104",
    "GET /v1/models/best:predict · 1 × 200",
    "GET /me?token=:token · 1 × 200",
    "GET /orders/:id\norders.js:20",
  ]);
  expect((await rows.nth(1).getAttribute("title"))?.replaceAll("\u00a0", " ")).toBe(
    "POST /api/v1/customers/27/orders\nAnswered since the app's start: 400+ × 201, 7 × 409, 1 × 500\ncustomer-orders.ts:104",
  );
  await rows.nth(2).focus();
  await form.page.keyboard.press("Enter");
  await form.page.waitForFunction(() => document.activeElement?.textContent === "Start Load");
  await form.page.keyboard.press("Enter");
  expect(await last()).toMatchObject({ type: "startLoad", plan: { requests: [{ path: "/v1/models/best:predict" }] } });
  await rows.nth(3).click();
  await form.page.keyboard.type("s3cret");
  expect(await field("Path").inputValue()).toBe("/me?token=s3cret");
  await rows.nth(3).click();
  await button("Start Load").click();
  await form.page.getByText("Replace :token with a value that exists.").waitFor();
});

test("rows stay where they are while the pointer or the focus is on them", async () => {
  const form = await openLoad(host.browser, host.url, formState({ phase: "ready", proposals: answeredProposals }));
  const { field, show } = controlsOf(() => form);
  const rows = form.page.getByRole("list", { name: "Proposed requests" }).getByRole("button");
  const count = (counted: number): Promise<void> => {
    const answers = [{ status: 200, count: counted, isAtLeast: false }];
    return show(formState({ phase: "ready", proposals: [{ method: "GET", path: "/new", from: "", answers }, ...answeredProposals] }));
  };
  const first = async (): Promise<string> => (await rows.first().innerText()).replaceAll("\u00a0", " ");
  await rows.first().hover();
  await count(1);
  expect(await first()).toContain("/orders");
  await form.page.mouse.move(5, 5);
  await expect.poll(first).toBe("GET /new · 1 × 200");
  await rows.nth(1).focus();
  await count(2);
  await form.page.keyboard.press("Tab");
  expect(await rows.nth(2).evaluate((row) => row.matches(":focus"))).toBe(true);
  expect(await first()).toBe("GET /new · 1 × 200");
  await field("Path").focus();
  await expect.poll(first).toBe("GET /new · 2 × 200");
});

test("the request that the extension finds since is shown in place, but not while one is entered, and what was typed stays", async () => {
  const form = await openLoad(host.browser, host.url, formState({ phase: "ready" }));
  const { button, field, last, openMore, show } = controlsOf(() => form);
  const found = (path: string, changes: Partial<LoadPlan> = {}): Promise<void> =>
    show(formState({ phase: "ready", plan: { ...plan, ...changes, requests: [{ ...plan.requests[0]!, path }] } }));
  const shown = (): Promise<string> => field("Path").inputValue();
  await openMore();
  await field("Duration, s").fill("no number");
  for (const path of ["/a", "/b", "/a"]) {
    await found(path);
    await form.page.getByText(`GET ${path} · 10 connections`).waitFor();
    await expect.poll(shown).toBe(path);
  }
  expect(await field("Duration, s").inputValue()).toBe("no number");
  expect(await field("Duration, s").evaluate((input) => input.matches(":focus"))).toBe(true);
  expect(await last()).toEqual({ type: "ready" });
  await field("Path").focus();
  await found("/b");
  expect(await shown()).toBe("/a");
  await button("Start Load").focus();
  await expect.poll(shown).toBe("/b");
  await field("Path").focus();
  await found("/a");
  await form.page.keyboard.type("ooks");
  await field("Duration, s").fill("3");
  await button("Start Load").click();
  expect(await shown()).toBe("/books");
  expect(await last()).toMatchObject({ type: "startLoad", plan: { durationSeconds: 3, requests: [{ path: "/books" }] } });
});

test("instead of a doubtful request, a proposal or the redirect's target is chosen and started", async () => {
  for (const name of [/^GET \/orders\?page=2/, `Use ${signIn}`]) {
    const form = await openLoad(host.browser, host.url, redirected);
    const { show, last } = controlsOf(() => form);
    await form.page.getByText("302 Found · 2").waitFor();
    await form.page.getByRole("button", { name }).focus();
    await form.page.keyboard.press("Enter");
    expect(await last()).toEqual({ type: "cancelLoad" });
    await show(formState({ phase: "ready", proposals: answeredProposals }));
    await form.page.waitForFunction(() => document.activeElement?.textContent === "Start Load");
    await form.page.keyboard.press("Enter");
    const path = typeof name === "string" ? signIn : "/orders?page=2";
    expect(await last()).toMatchObject({ type: "startLoad", plan: { requests: [{ method: "GET", path }] } });
  }
});

test("a server that speaks the other scheme is loaded by that, by Enter twice", async () => {
  const form = await openLoad(host.browser, host.url, wrongScheme);
  const { show, last } = controlsOf(() => form);
  await form.page.getByText("127.0.0.1:3000 answers HTTPS, not HTTP.").waitFor();
  expect(await form.page.getByRole("button", { name: /^GET / }).count()).toBe(0);
  await form.page.waitForFunction(() => document.activeElement?.textContent === "Use HTTPS");
  await form.page.keyboard.press("Enter");
  expect(await last()).toEqual({ type: "cancelLoad" });
  await show(formState({ phase: "ready" }));
  await form.page.waitForFunction(() => document.activeElement?.textContent === "Start Load");
  await form.page.keyboard.press("Enter");
  expect(await last()).toEqual({ type: "startLoad", plan: { ...plan, baseUrl: "https://127.0.0.1:3000" } });
});

test("a server of HTTP/2 alone is loaded by h2load where that is installed, by Enter twice; else the text says what to do", async () => {
  const response = { ...wrongScheme.firstResponses![0]!, doubt: "http2", firstLine: "https://127.0.0.1:3000" } as const;
  const asking = { ...wrongScheme, firstResponses: [response] };
  const form = await openLoad(host.browser, host.url, asking);
  const { show, last } = controlsOf(() => form);
  await form.page.getByText("127.0.0.1:3000 answers only HTTP/2").waitFor();
  expect(await form.page.getByRole("button", { name: "Use h2load" }).count()).toBe(0);
  await show({ ...asking, foundTools: ["h2load"] });
  await form.page.waitForFunction(() => document.activeElement?.textContent === "Use h2load");
  await form.page.keyboard.press("Enter");
  expect(await last()).toEqual({ type: "cancelLoad" });
  await show(formState({ phase: "ready", foundTools: ["h2load"] }));
  await form.page.waitForFunction(() => document.activeElement?.textContent === "Start Load");
  await form.page.keyboard.press("Enter");
  expect(await last()).toMatchObject({ type: "startLoad", plan: { ...plan, tool: "h2load", ratePerSecond: 0 } });
});

test("a request that names its own server is changed itself; of several such ones none is", () => {
  const [first] = plan.requests;
  const own = { ...first!, path: "http://127.0.0.1:3000/a?b=http://c" };
  const seen = { doubt: "scheme", firstLine: "https://127.0.0.1:3000" } as const;
  expect(byOtherScheme(seen, [own])).toEqual({ method: "GET", path: "https://127.0.0.1:3000/a?b=http://c" });
  expect(byOtherScheme(seen, [first!, own])).toBeUndefined();
  expect(byOtherScheme(seen, [first!, first!])).toEqual({ method: "GET", path: "/test", baseUrl: "https://127.0.0.1:3000" });
});

test("a proposal with a parameter that is chosen instead is completed first", async () => {
  const form = await openLoad(host.browser, host.url, redirected);
  const { show, field } = controlsOf(() => form);
  await form.page.getByRole("button", { name: /^GET \/orders\/:id/ }).click();
  await show(formState({ phase: "ready", proposals: answeredProposals }));
  await expect.poll(() => field("Path").evaluate((input) => input.matches(":focus"))).toBe(true);
  await form.page.keyboard.type("17");
  expect(await field("Path").inputValue()).toBe("/orders/17");
});

test("a choice is forgotten when the app ends, and requests of a mix are not replaced by one", async () => {
  const form = await openLoad(host.browser, host.url, redirected);
  const { show, button, field } = controlsOf(() => form);
  await button(`Use ${signIn}`).click();
  await show(formState({ phase: "idle" }));
  await button("Profile Current App").waitFor();
  await show(formState({ phase: "ready" }));
  expect(await field("Path").inputValue()).toBe("/test");
  await show({ ...redirected, plan: { ...plan, requests: [...plan.requests, ...plan.requests] } });
  await button("Start Anyway").waitFor();
  expect(await form.page.getByRole("button", { name: /^(GET|POST|Use) / }).count()).toBe(0);
});

test.each([
  ["/login", "/a", "/login"],
  ["next?x=1", "/a/b", "/a/next?x=1"],
  ["http://localhost:3000/b#top", "/a", "/b"],
  ["http://localhost:3001/b", "/a", undefined],
  ["https://127.0.0.1:3000/b", "/a", undefined],
  ["https://login.example.org/", "/a", undefined],
  ["/a", "/a", undefined],
  ["", "/a", undefined],
  ["http://[", "/a", undefined],
])("a redirect to “%s” from %s can be followed on the same host alone: %s", (location, path, target) => {
  expect(redirectedPath(location, path, "http://127.0.0.1:3000")).toBe(target);
});
