// @module-tag thorough

import { expect } from "vitest";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { journeysWith } from "./journeys-with.ts";

const service = `const crypto = require("node:crypto");
const http = require("node:http");

function hashPassword(password) {
  return crypto.pbkdf2Sync(password, "salt", 20_000, 64, "sha512").toString("hex");
}

function handle(request, response) {
  response.end(hashPassword(request.url));
}

http.createServer(handle).listen(0, "127.0.0.1");
`;

const test = journeysWith({ "login.js": service });

test("a blocking call is reported in the hover and above its function; the lens leads to the line and its hover", async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("login.js");
  expect(await heatline.profile({ durationSeconds: 3, warmupSeconds: 0 })).toBe("login.js:5");
  await heatline.stopApp();

  const hint = workbench.editor.codeLenses.filter({ hasText: "pbkdf2Sync blocks every other request" }).first();
  await hint.waitFor();
  const hover = await workbench.editor.hover(5, "pbkdf2Sync");
  await hover.getByText("pbkdf2Sync blocks every other request").waitFor();
  await hover.getByRole("link", { name: "Read more" }).waitFor();
  await workbench.screenshot("advice-hover");
  // Otherwise its delayed closing may close the next one, too.
  await workbench.press("Escape");
  await workbench.page.locator(".monaco-hover:not(.hidden)").first().waitFor({ state: "detached" });

  await hint.click();
  await expect.poll(() => workbench.cursor()).toMatchObject({ line: 5 });
  const focused = workbench.page.locator(".monaco-hover:not(.hidden)").filter({ hasText: "pbkdf2Sync blocks every other request" });
  await focused.first().waitFor();
  await workbench.screenshot("advice-lens");
});
