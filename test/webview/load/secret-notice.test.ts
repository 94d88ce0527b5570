import { expect, test } from "vitest";
import { browserAndSite, type Opened } from "../browser.ts";
import { bundle } from "../bundle.ts";
import { addLoadPage, controlsOf, formState, openLoad, plan } from "../load-form.ts";

const host = browserAndSite(
  () => bundle("load"),
  (page) => addLoadPage(page, "vscode-dark"),
);
let form: Opened | undefined;
const { button, field, last } = controlsOf(() => form!);
const timeout = 30_000;

const secret = { ...plan.requests[0]!, headers: { Authorization: "Bearer zzz", accept: "*/*" } };
const ab = { ...plan, tool: "ab" as const, requests: [secret] };

test("a secret header is not given to ab: the form says why, and one click uses autocannon or wrk", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready", plan: ab }));
  const notice = form.page.locator(".response");
  expect(await notice.innerText()).toContain("The header Authorization is not passed to ab (ApacheBench).");
  expect(await notice.innerText()).toContain("which every user of this machine can read in the list of processes");
  await button("Start Load").click();
  expect(await last()).toEqual({ type: "ready" });
  expect(await form.page.evaluate(() => document.activeElement?.textContent)).toBe("Use autocannon");
  await button("Use wrk").click();
  expect(await last()).toEqual({ type: "planChanged", plan: { ...ab, tool: "wrk" } });
  expect(await notice.isVisible()).toBe(false);
  await button("Start Load").click();
  expect(await last()).toEqual({ type: "startLoad", plan: { ...ab, tool: "wrk" } });
});

test("a secret in the path or in a command line is not an argument either", { timeout }, async () => {
  form = await openLoad(host.browser, host.url, formState({ phase: "ready", plan: { ...plan, tool: "command", command: "hey ${url}" } }));
  const notice = form.page.locator(".response");
  expect(await notice.isVisible()).toBe(false);
  await field("Path").fill("/a?access_token=zzz&page=2");
  expect(await notice.innerText()).toContain("The secret in /a?access_token=***&page=2 is not passed to the command line.");
  await field("Path").fill("/a?page=2");
  expect(await notice.isVisible()).toBe(false);
  await field("Command line").fill("hey -H 'X-Api-Key: zzz' ${url}");
  expect(await notice.innerText()).toContain("The command line has a secret: X-Api-Key: ***");
  expect(await notice.innerText()).toContain("You can also put the command into a script that only you can read.");
  expect(await notice.innerText()).not.toContain("zzz");
  await button("Use autocannon").click();
  expect(await last()).toEqual({ type: "planChanged", plan: { ...plan, requests: [{ ...plan.requests[0]!, path: "/a?page=2" }] } });
});

test("headers that let nobody in go to ab as before", { timeout }, async () => {
  const open = { ...ab, requests: [{ ...secret, headers: { accept: "*/*", "content-type": "text/plain" } }] };
  form = await openLoad(host.browser, host.url, formState({ phase: "ready", plan: open }));
  expect(await form.page.locator(".response").isVisible()).toBe(false);
  await button("Start Load").click();
  expect(await last()).toEqual({ type: "startLoad", plan: open });
});
