// @module-tag thorough

import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Frame } from "playwright-core";
import { expect } from "vitest";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { journeysWith } from "../journeys-with.ts";

/** Its cookie and its password are in no text that anybody writes. */
const app = `const http = require("node:http");
const { randomUUID } = require("node:crypto");
const session = "s3ss" + randomUUID();
const password = ["s3", "cr3t"].join("");
function report() {
  let text = "";
  for (let i = 0; i < 2000; i++) text = JSON.stringify({ i, text: "x".repeat(40), last: text.length });
  return text;
}
http
  .createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => (body += piece));
    request.on("end", () => {
      const { url, method, headers } = request;
      if (url === "/login" && method === "GET")
        return response.setHeader("content-type", "text/html").end('<form method="post"><input name="user"><input type="password" name="pass"></form>');
      if (url === "/login")
        return response.writeHead(303, body === "user=ada&pass=" + password ? { location: "/", "set-cookie": "sid=" + session } : { location: "/login" }).end();
      if (url === "/basic" && headers.authorization !== "Basic " + btoa("ada:" + password))
        return response.writeHead(401, { "www-authenticate": "Basic realm=shop" }).end();
      if (url !== "/basic" && headers.cookie !== "sid=" + session) return response.writeHead(302, { location: "/login" }).end();
      response.end(report());
    });
  })
  .listen(0, "127.0.0.1");
`;
const hotLine = 7;
const password = "s3cr3t";

const test = journeysWith({ "shop.js": app });

async function signIn(heatline: Heatline, form: Frame): Promise<void> {
  await heatline.button(form, "Sign In First").click();
  await form.getByRole("textbox", { name: "User", exact: true }).fill("ada");
  await form.locator("input[type=password]").fill(password);
}

test("behind a login page, and behind Basic: Sign In First, the hot line, and no file with what was used", async ({ folder, server }) => {
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("shop.js");
  await heatline.pressButton();
  const form = await heatline.form();
  await heatline.button(form, "Start Load").waitFor({ timeout: runPatienceMs });
  await form.getByRole("textbox", { name: "Path" }).fill("/report");
  await heatline.button(form, "Start Load").click();
  await form.getByText("redirect to /login").waitFor();
  await workbench.screenshot("sign-in-first");
  await signIn(heatline, form);
  await workbench.screenshot("sign-in-form");
  await heatline.button(form, "Sign In").click();
  expect(await heatline.hottest()).toBe(`shop.js:${hotLine}`);
  await form.getByText("No errors").waitFor();
  await workbench.screenshot("signed-in");

  await form.locator("details.settings > summary").click();
  await form.getByRole("textbox", { name: "Path" }).fill("/basic");
  await heatline.button(form, "Start Load Again").click();
  await form.getByText("401 Unauthorized").waitFor();
  await signIn(heatline, form);
  await workbench.press("Enter");
  await form.getByText("Signed in as ada").waitFor({ timeout: runPatienceMs });
  await form.getByText("No errors").waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("signed-in-basic");
  await heatline.stopApp();
  for (const secret of ["sid=s3ss", password, Buffer.from(`ada:${password}`).toString("base64")])
    expect(await filesWith(secret, [folder.path, server.userData])).toEqual([]);
});

/** By name. */
async function filesWith(secret: string, folders: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders)
    for (const each of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (each.isFile() && (await readFile(path.join(each.parentPath, each.name))).includes(secret)) found.push(each.name);
  return found.sort();
}
