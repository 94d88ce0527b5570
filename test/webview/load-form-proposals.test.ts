import { expect, test } from "vitest";
import type { FromLoadForm } from "../../webview/messages.ts";
import { browserAndSite } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { addLoadPage, formState, openLoad, plan } from "./load-form.ts";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);

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
