import { expect, test } from "vitest";
import { curlRequest, isCurl } from "../../language-server/analysis/load/curl/curl.ts";
import { browserWeb } from "../../webview/load/curl/curl-text.ts";
import { browserAndSite } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { commands } from "./curl-commands.ts";
import { addLoadPage, controlsOf, formState, openLoad, plan } from "./load-form.ts";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);

test.each(commands)("the request of a cURL command: $from", ({ text, filled }) => {
  expect(isCurl(text)).toBe(true);
  expect(curlRequest(text, browserWeb)).toEqual(filled);
});

test.each(["/curl", "curly braces", "  /orders", "curl"])("%j is not a cURL command", (text) => {
  expect(isCurl(text)).toBe(false);
});

test("a pasted command fills the form and a note says so; one that a load cannot send changes nothing and a note says why", async () => {
  const form = await openLoad(host.browser, host.url, formState({ phase: "ready" }));
  const { last, field, button } = controlsOf(() => form);
  const paste = (text: string): Promise<void> =>
    field("Path").evaluate((input, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, composed: true, cancelable: true }));
    }, text);
  const said = form.page.getByRole("status").filter({ hasText: "cURL" });
  await paste(`curl -x proxy:80 https://shop.example/orders -H 'Cookie: sid=1' --json '{"a":1}'`);
  await said.waitFor();
  expect(await said.innerText()).toBe(
    "Filled in from the cURL command, with 3 headers. Left out: --proxy. The load goes to http://127.0.0.1:3000, not to https://shop.example.",
  );
  const headers = { "content-type": "application/json", accept: "application/json", Cookie: "sid=1" };
  const request = { method: "POST", path: "/orders", headers, body: '{"a":1}' };
  expect(await last()).toEqual({ type: "planChanged", plan: { ...plan, requests: [request] } });

  await paste("curl http://localhost:3000/upload --form a=b");
  const refused = "A load cannot do what --form asks for, so nothing was filled in.";
  expect(await form.page.locator(".field-problem:visible").allTextContents()).toEqual([refused]);
  expect(await field("Path").inputValue()).toBe("/orders");
  await paste("/plain");
  await paste("curl localhost:3000/b");
  expect(await said.innerText()).toBe("Filled in from the cURL command.");
  await button("Start Load").click();
  expect(await last()).toEqual({ type: "startLoad", plan: { ...plan, requests: [{ ...plan.requests[0]!, path: "/b" }] } });
});
