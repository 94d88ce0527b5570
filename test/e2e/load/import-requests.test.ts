// @module-tag thorough

import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { journeysWith } from "../journeys-with.ts";

const app = `const http = require("node:http");
function work() {
  let text = "";
  for (let i = 0; i < 2000; i++) text = JSON.stringify({ i, text: "x".repeat(40), last: text.length });
  return text;
}
http
  .createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => (body += piece));
    request.on("end", () => {
      if (request.url === "/orders" && body === '{"article":7}' && request.headers.cookie?.length === 10) return response.end(work());
      response.writeHead(request.url === "/health" ? 200 : 404).end("health");
    });
  })
  .listen(0, "127.0.0.1");
`;
const hotLine = 4;

const test = journeysWith({ "shop.js": app });

function entry(method: string, url: string, body = "", type = "application/json"): object {
  const headers = [{ name: "Cookie", value: "sid=c00k13" }];
  const postData = body === "" ? {} : { postData: { mimeType: "application/json", text: body } };
  return { request: { method, url, headers, ...postData }, response: { status: 200, content: { mimeType: type } } };
}

test("a HAR file: Import…, its requests, the list, Start Load, the hot line", async ({ folder, server }) => {
  const origin = "http://localhost:4000";
  const entries = [
    entry("GET", `${origin}/health`),
    entry("GET", `${origin}/shop.css`, "", "text/css"),
    ...Array.from({ length: 3 }, () => entry("POST", `${origin}/orders`, '{"article":7}')),
    entry("GET", `${origin}/gone`),
  ];
  await writeFile(path.join(folder.path, "shop.har"), JSON.stringify({ log: { version: "1.2", entries } }));
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("shop.js");
  await heatline.pressButton();
  const form = await heatline.form();
  await heatline.button(form, "Start Load").waitFor({ timeout: runPatienceMs });
  await heatline.button(form, "Import…").click();
  await workbench.chooseFile(path.join(folder.path, "shop.har"));
  await workbench.quickPickRow("POST /orders").waitFor();
  await workbench.screenshot("import-choice");
  await workbench.press("Enter");
  await form.getByText("3 requests · 10 connections").waitFor();
  await form.getByText("3 requests from shop.har, listed in “More”.").waitFor();
  await form.getByText("Notes on the import: 1").click();
  await form.getByText("styles and scripts: 1.").waitFor();
  await workbench.screenshot("imported");
  await form.locator("details.more > summary").click();
  await form.getByText("POST /orders").waitFor();
  await form.getByText("×3").scrollIntoViewIfNeeded();
  await workbench.screenshot("imported-list");

  await heatline.button(form, "Start Load").click();
  await form.getByText("404 Not Found").waitFor();
  await form.getByText("GET /gone").waitFor();
  await heatline.button(form, "Change Request").click();
  await heatline.button(form, "Remove request 3").click();
  await heatline.button(form, "Start Load").click();
  expect(await heatline.hottest()).toBe(`shop.js:${hotLine}`);
  await form.getByRole("heading", { name: "Per request" }).scrollIntoViewIfNeeded();
  const figures = await form.getByRole("listitem").filter({ hasText: "GET /health" }).innerText();
  expect(figures.replaceAll("\u00a0", " ")).toMatch(/[\d,]+ requests · Average .+ · p99 /);
  await workbench.screenshot("mixed-result");
  await heatline.stopApp();
  // Only the file that was imported has the cookie.
  expect(await filesWith("c00k13", [folder.path, server.userData])).toEqual(["shop.har"]);
});

/** By name. */
async function filesWith(secret: string, folders: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders)
    for (const each of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (each.isFile() && (await readFile(path.join(each.parentPath, each.name))).includes(secret)) found.push(each.name);
  return found.sort();
}
