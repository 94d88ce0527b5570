// @module-tag thorough

import type { Frame } from "playwright-core";
import { expect } from "vitest";
import { Heatline } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { journeysWith } from "../journeys-with.ts";

const file = "far.js";
const hotLine = 4;
/** `hot` begins far to the right: to show its declaration, an editor beside the panel would scroll sideways. */
const program = `const http = require("node:http");
const hot = /* ${"-".repeat(150)} */ function hot(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum += JSON.stringify({ i, text: "x".repeat(40) }).length;
  return sum;
};

function handle(request, response) {
  response.end(String(hot(2000)));
}

http.createServer(handle).listen(0, "127.0.0.1");
`;
const test = journeysWith({ [file]: program }, file);
const viewport = { width: 1280, height: 720 };

/** Reveals the hot line's function, as at the cursor. */
async function opened(workbench: Workbench): Promise<Frame> {
  const heatline = new Heatline(workbench);
  await workbench.openFile(file);
  // A window knows its extensions slightly later than its files.
  await workbench.titleButton("Profile Current App").waitFor();
  await workbench.runCommand("Heatline: Show Last Run");
  expect(await heatline.inlineText(hotLine)).toMatch(/%/);
  // The command has revealed the hottest line.
  await expect.poll(async () => (await workbench.cursor()).line).toBe(hotLine);
  await workbench.runCommand("Heatline: Reveal in Flame Graph");
  const flame = await heatline.flamePanel();
  await expect.poll(() => flame.locator(".heatline-live").textContent()).toMatch(/^hot, far\.js:2/);
  return flame;
}

/** How far the editor of the file is scrolled sideways. */
async function scrolled(workbench: Workbench): Promise<string> {
  const lines = workbench.page.locator(".part.editor .monaco-editor .lines-content").first();
  return lines.evaluate((each) => getComputedStyle(each).left);
}

test("a frame leads to the line that hurts, with Alt to its declaration, a native one to what called it, and nothing scrolls sideways", async ({
  recorded,
  server,
}) => {
  await using workbench = await Workbench.open(server, { folder: recorded.path, viewport });
  const flame = await opened(workbench);
  await flame.getByText("Sandwich").first().click();
  await flame.getByText("Total", { exact: true }).first().click();
  const row = (name: string) => flame.locator("td").getByText(name, { exact: true }).first();
  await row("hot").click();
  await expect.poll(() => workbench.shownPosition()).toBe(`${file}:${hotLine}`);
  expect(await scrolled(workbench)).toBe("0px");
  await row("handle").click();
  await expect.poll(() => workbench.shownPosition()).toBe(`${file}:9`);
  await row("hot").click({ modifiers: ["Alt"] });
  await expect.poll(() => workbench.shownPosition()).toBe(`${file}:2`);
  expect(await scrolled(workbench)).toBe("0px");
  await workbench.screenshot("flame-sandwich");

  const stringify = flame.getByText("JSON.stringify", { exact: true }).first();
  expect(await stringify.count()).toBe(0);
  await flame.getByRole("checkbox", { name: "Native frames" }).check();
  await stringify.click();
  await expect.poll(() => workbench.shownPosition()).toBe(`${file}:${hotLine}`);
});

test("the graph opens whole with the function at the cursor selected; a button zooms to it, and the search is in sight", async ({
  recorded,
  server,
}) => {
  await using workbench = await Workbench.open(server, { folder: recorded.path, viewport });
  const flame = await opened(workbench);
  const search = flame.getByRole("searchbox", { name: "Search functions" });
  expect(await search.isVisible()).toBe(true);
  await workbench.screenshot("flame-whole-light");
  await flame.getByRole("button", { name: "Zoom to This" }).click();
  await flame.getByRole("button", { name: "Show Whole Graph" }).waitFor();
  await workbench.changeSettings({ "workbench.colorTheme": "Default Dark Modern" });
  await workbench.screenshot("flame-zoomed-dark");
  await flame.getByRole("button", { name: "Show Whole Graph" }).click();
  await search.fill("hot");
  await flame
    .getByText(/^[\d?]+\/\d+$/)
    .first()
    .waitFor();
  await workbench.screenshot("flame-search-dark");
});
