// @module-tag thorough

import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { expect } from "vitest";
import { filesWith } from "../drivers/files-with.ts";
import { Heatline, runPatienceMs } from "../drivers/workbench/heatline.ts";
import { storedRuns } from "../drivers/workbench/stored-runs.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { journeysWith } from "./journeys-with.ts";
import { hotLine, rootLessApps, work } from "./root-less-apps.ts";

/** Answers only requests with the right cookie. */
const account = `const http = require("node:http");
${work}
http
  .createServer((request, response) => {
    if (request.headers.cookie?.length === 10) return response.end(work());
    response.writeHead(401).end("who are you?");
  })
  .listen(0, "127.0.0.1");
`;

/** Its routes are the keys of a Map, which Heatline does not find in the source. */
const table = `const http = require("node:http");
${work}
const routes = new Map([["orders", work], ["news", () => "none"], ["health", () => "fine"]]);
http
  .createServer((request, response) => {
    const route = routes.get(request.url.slice(1));
    if (route === undefined) return response.writeHead(302, { location: "/orders" }).end();
    response.end(route());
  })
  .listen(0, "127.0.0.1");
`;

const test = journeysWith({ ...rootLessApps, "account.js": account, "table.js": table });

test("plain http: the flame button, the proposed path, Start Load", async ({ server }) => {
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("plain.js");
  await heatline.pressButton();
  const form = await heatline.form();
  const proposal = form.getByRole("button", { name: /^GET \/report/ });
  await proposal.waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("proposed-plain");
  await proposal.click();
  await heatline.button(form, "Start Load").click();
  expect(await heatline.hottest()).toBe(`plain.js:${hotLine}`);
  const second = form.getByRole("button", { name: /^Go to plain\.js:\d+ / }).first();
  const place = /plain\.js:\d+/.exec((await second.getAttribute("aria-label")) ?? "")?.[0];
  await second.click();
  await expect.poll(() => workbench.shownPosition()).toBe(place);
  await heatline.stopApp();
});

const express = { name: "Express with a router", file: "express.js", plan: "GET /api/orders · 10 connections", hot: "orders.js" };
const fastify = { name: "Fastify", file: "fast.js", plan: "GET /items · 10 connections", hot: "fast.js" };
const plain = { name: "plain http", file: "plain.js", plan: "GET /report · 10 connections", hot: "plain.js" };

test.for([express, fastify])("$name, by mouse: the flame button, Start Load", async ({ file, plan, hot }, { folder, server }) => {
  await linkFrameworks(folder.path);
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile(file);
  await heatline.pressButton();
  const form = await heatline.form();
  await form.getByText(plan).waitFor({ timeout: runPatienceMs });
  await heatline.button(form, "Start Load").click();
  expect(await heatline.hottest()).toBe(`${hot}:${hotLine}`);
  await heatline.stopApp();
});

test.for([plain, express, fastify])("$name, by keyboard: Ctrl+Shift+F9, Enter", async ({ file, plan, hot }, { folder, server }) => {
  await linkFrameworks(folder.path);
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile(file);
  await workbench.press("Control+Shift+F9");
  const form = await heatline.form();
  await form.getByText(plan).waitFor({ timeout: runPatienceMs });
  await form.waitForFunction(() => document.activeElement?.textContent === "Start Load");
  await workbench.screenshot(`proposed-${file}`);
  await workbench.press("Enter");
  expect(await heatline.hottest()).toBe(`${hot}:${hotLine}`);
  await heatline.stopApp();
});

test("what the app has answered most often is the request, by keyboard: Ctrl+Shift+F9, Enter", async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("table.js");
  await workbench.press("Control+Shift+F9");
  const form = await heatline.form();
  await heatline.button(form, "Start Load").waitFor({ timeout: runPatienceMs });
  const origin = await form.getByRole("textbox", { name: "Address" }).inputValue();
  // The list does not change while the pointer is over it.
  await workbench.page.mouse.move(0, 0);
  for (const path of ["/health", "/health", "/health", "/news", "/orders", "/orders"]) await (await fetch(origin + path)).text();
  const proposals = form.getByRole("list", { name: "Proposed requests" }).getByRole("button");
  const answered = ["GET /orders · 2\u00a0×\u00a0200", "GET /news · 1\u00a0×\u00a0200", "GET /health · 3\u00a0×\u00a0200"];
  await expect.poll(async () => (await proposals.allInnerTexts()).slice(0, 3)).toEqual(answered);
  await workbench.screenshot("proposed-answered");
  await form.getByText("GET /orders · 10 connections").waitFor();
  expect(await form.getByRole("textbox", { name: "Path" }).inputValue()).toBe("/orders");
  await form.waitForFunction(() => document.activeElement?.textContent === "Start Load");
  await workbench.press("Enter");
  expect(await heatline.hottest()).toBe(`table.js:${hotLine}`);
  // The requests of the load itself are not among the proposals.
  await form.getByText("Load settings").click();
  expect((await proposals.allInnerTexts()).slice(0, 3)).toEqual(answered);
  // What was loaded stays, whatever the app answers more often.
  await workbench.page.mouse.move(0, 0);
  for (const path of ["/news", "/news"]) await (await fetch(origin + path)).text();
  await proposals.first().getByText("GET /news · 3\u00a0×\u00a0200").waitFor();
  expect(await form.getByRole("textbox", { name: "Path" }).inputValue()).toBe("/orders");
  await heatline.stopApp();
});

test("a redirect is shown before any load, and its target is chosen instead by keyboard", async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("table.js");
  await heatline.pressButton();
  const form = await heatline.form();
  await form.getByRole("textbox", { name: "Path" }).fill("/old");
  await heatline.button(form, "Start Load").click();
  await form.getByText("302 Found").waitFor();
  await workbench.screenshot("first-response-302");
  await heatline.button(form, "Use /orders").focus();
  await workbench.press("Enter");
  await form.getByText("GET /orders · 10 connections").waitFor();
  await form.waitForFunction(() => document.activeElement?.textContent === "Start Load");
  await workbench.press("Enter");
  expect(await heatline.hottest()).toBe(`table.js:${hotLine}`);
  await heatline.stopApp();
});

test("https, by keyboard: Ctrl+Shift+F9, Enter", async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("secure.js");
  await workbench.press("Control+Shift+F9");
  const form = await heatline.form();
  await form.getByText("GET /invoices · 10 connections").waitFor({ timeout: runPatienceMs });
  await form.waitForFunction(() => document.activeElement?.textContent === "Start Load");
  await workbench.screenshot("proposed-https");
  await workbench.press("Enter");
  expect(await heatline.hottest()).toBe(`secure.js:${hotLine}`);
  await heatline.stopApp();
});

test("http to a server that speaks HTTPS: the response says so, and Enter, Enter lead from there to the heat", async ({ server }) => {
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("secure.js");
  await heatline.pressButton();
  const form = await heatline.form();
  const address = form.getByRole("textbox", { name: "Address" });
  await expect.poll(() => address.inputValue()).toMatch(/^https:.*:\d+$/);
  await address.fill((await address.inputValue()).replace("https:", "http:"));
  await heatline.button(form, "Start Load").click();
  await form.getByText(/:\d+ answers HTTPS, not HTTP\./).waitFor();
  await form.waitForFunction(() => document.activeElement?.textContent === "Use HTTPS");
  await workbench.screenshot("first-response-https");
  await workbench.press("Enter");
  await form.waitForFunction(() => document.activeElement?.textContent === "Start Load");
  expect(await address.inputValue()).toMatch(/^https:/);
  await workbench.press("Enter");
  expect(await heatline.hottest()).toBe(`secure.js:${hotLine}`);
  await heatline.stopApp();
});

test("a path that does not exist: the response is shown, Enter leads back to the path, and nothing was recorded", async ({
  folder,
  server,
}) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("plain.js");
  await heatline.pressButton();
  const form = await heatline.form();
  const before = (await storedRuns(server, folder.path)).length;
  await form.getByRole("textbox", { name: "Path" }).fill("/");
  // What was typed stays, whatever the app answers.
  await (await fetch(`${await form.getByRole("textbox", { name: "Address" }).inputValue()}/report`)).text();
  await form.getByRole("button", { name: "GET /report · 1\u00a0×\u00a0200" }).waitFor();
  await heatline.button(form, "Start Load").click();
  await form.getByText("404 Not Found").waitFor();
  await form.getByText("no such page").waitFor();
  await workbench.screenshot("first-response-404");
  await form.waitForFunction(() => document.activeElement?.textContent === "Change Request");
  await workbench.press("Enter");
  await expect.poll(() => form.getByRole("textbox", { name: "Path" }).evaluate((input) => input.matches(":focus"))).toBe(true);
  await heatline.stopApp();
  // By now what was recorded would have been written.
  await heatline.button(form, "Profile Current App").waitFor();
  expect(await storedRuns(server, folder.path)).toHaveLength(before);
});

test("a pasted cURL command is the request; its cookie outlives the window in the secret storage, and is in no file", async ({
  folder,
  server,
}) => {
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("account.js");
  await heatline.pressButton();
  let form = await heatline.form();
  await heatline.button(form, "Start Load").waitFor({ timeout: runPatienceMs });
  const command = "curl 'http://localhost/account' \\\n  -H 'Accept: text/html' \\\n  -b 'sid=c00k13'";
  await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), command);
  await form.getByRole("textbox", { name: "Path" }).click();
  await workbench.press("Control+a");
  await workbench.press("Control+v");
  await form.getByText("Filled in from the cURL command, with 2 headers.").waitFor();
  await workbench.screenshot("pasted-curl");
  await heatline.button(form, "Start Load").click();
  expect(await heatline.hottest()).toBe(`account.js:${hotLine}`);
  await heatline.stopApp();

  await workbench.reopen();
  await workbench.openFile("account.js");
  await heatline.pressButton();
  form = await heatline.readyForm();
  const headers = form.getByRole("textbox", { name: "Headers" }).first();
  await expect.poll(() => headers.inputValue()).toBe("Accept: text/html\ncookie: sid=c00k13");
  await heatline.button(form, "Save to launch.json").click();
  await workbench.quickPick("Leave Out");
  await workbench.toast("in launch.json, without cookie").waitFor();
  const saved = JSON.parse(await readFile(path.join(folder.path, ".vscode/launch.json"), "utf8")) as {
    configurations: [{ load: object }];
  };
  expect(saved.configurations[0].load).toEqual({ path: "/account", headers: { Accept: "text/html" } });
  await heatline.button(form, "Save to launch.json").click();
  await workbench.quickPick("cookie: ${env:COOKIE}");
  await workbench.toast("Set COOKIE in the environment of VS Code.").waitFor();
  expect(await readFile(path.join(folder.path, ".vscode/launch.json"), "utf8")).toContain('"cookie": "${env:COOKIE}"');
  expect(await filesWith("c00k13", [folder.path, server.userData])).toEqual([]);
  await heatline.stopApp();
  // Otherwise the other journeys would use its configuration.
  await rm(path.join(folder.path, ".vscode"), { recursive: true });
});

/** Makes the project's own Express and Fastify those of the apps. */
async function linkFrameworks(folder: string): Promise<void> {
  for (const name of ["express", "fastify"]) {
    const place = path.join(folder, "node_modules", name);
    await mkdir(path.dirname(place), { recursive: true });
    await rm(place, { force: true });
    await symlink(path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), place);
  }
}
