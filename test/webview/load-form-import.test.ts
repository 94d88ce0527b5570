import { expect, test } from "vitest";
import { anyProblems } from "./axe.ts";
import { browserAndSite, type Opened } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { addLoadPage, controlsOf, done, formState, openLoad, plan } from "./load-form.ts";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);
let form: Opened | undefined;
const { button, last, openMore, show } = controlsOf(() => form!);

const imported = {
  summary: "3 requests from shop.yaml. Replace :id with values that exist.",
  leftOut: ["POST /pets: The document has no example of the body.", "Requests to https://cdn.example: 2."],
  asked: [":id"],
};
const get = plan.requests[0]!;
const listed = {
  ...plan,
  requests: [
    { ...get, path: "/pets" },
    { ...get, path: "/pets/:id", weight: 3 },
    { ...get, path: "/v1/pets:idle" },
  ],
};

test("Import… asks for a file; what it brought is said, and what it did not bring", async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready" }));
  await button("Import…").click();
  expect(await last()).toEqual({ type: "importRequests" });
  await show(formState({ phase: "ready", plan: listed, imported }));
  const { page } = form;
  expect(await page.getByRole("status").filter({ hasText: "shop.yaml" }).innerText()).toBe(imported.summary);
  expect(await page.locator(".plan-line").innerText()).toBe("3 requests · 10 connections · 10\u00a0s");
  expect(await page.getByText("POST /pets:").isVisible()).toBe(false);
  await page.getByText("Notes on the import: 2").click();
  expect(await page.locator(".notes li").allInnerTexts()).toEqual(imported.leftOut);
  await openMore();
  expect(await page.locator(".request-item summary").allInnerTexts()).toEqual(["GET /pets/:id\n×3", "GET /v1/pets:idle"]);
  expect(await anyProblems(page)).toEqual([]);
});

test("a parameter that the file gives no value is asked for before the load", async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready", plan: listed, imported }));
  const { page } = form;
  await button("Start Load").click();
  expect(await page.locator(".field-problem:visible").allTextContents()).toEqual(["Replace :id with a value that exists."]);
  const field = page.getByRole("group", { name: "Request 2" }).getByRole("textbox", { name: "Path" });
  expect(await field.evaluate((input) => input.matches(":focus"))).toBe(true);
  await field.fill("/pets/7");
  await button("Start Load").click();
  const [first, second, third] = listed.requests;
  expect(await last()).toEqual({ type: "startLoad", plan: { ...plan, requests: [first, { ...second, path: "/pets/7" }, third] } });
});

test("after a run the settings open for what was imported", async () => {
  form = await openLoad(host.browser, host.url, done);
  expect(await button("Import…").isVisible()).toBe(false);
  await show({ ...done, plan: listed, imported });
  expect(await form.page.getByText(imported.summary).isVisible()).toBe(true);
});

test("a hundred requests are a list that opens at once, and a request's fields are made when it is opened", async () => {
  const requests = Array.from({ length: 100 }, (_, index) => ({ ...get, path: `/pets/${index}` }));
  form = await openLoad(host.browser, host.url, formState({ phase: "ready", plan: { ...plan, requests } }));
  await openMore();
  const { page } = form;
  expect(await page.locator(".request-item vscode-text-field").count()).toBe(1);
  await page.getByText("GET /pets/50", { exact: true }).click();
  const opened = page.getByRole("group", { name: "Request 51" });
  await opened.getByRole("textbox", { name: "Weight" }).fill("5");
  expect(await last()).toEqual({
    type: "planChanged",
    plan: { ...plan, requests: requests.map((request, index) => (index === 50 ? { ...request, weight: 5 } : request)) },
  });
});
