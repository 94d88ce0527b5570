import { expect } from "vitest";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { journeysWith } from "../journeys-with.ts";

/** Each request calls `scorePrice` 1,000 times. */
const shop = `const http = require("node:http");

function scorePrice(index) {
  const words = [];
  for (let word = 0; word < 40; word++) words.push("price " + index * word);
  return words.join(" ").length;
}

function handle(request, response) {
  let sum = 0;
  for (let index = 0; index < 1000; index++) sum += scorePrice(index);
  response.end(String(sum));
}

http.createServer(handle).listen(0, "127.0.0.1");
`;
const test = journeysWith({ "shop.js": shop });

test("how often a function runs and what it allocates stands above it once both were measured", async ({ server }) => {
  await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("shop.js");
  await heatline.profile({ durationSeconds: 2, warmupSeconds: 0 });

  // Those of requests are ticked; the user asks for the other two instead.
  await workbench.runCommand("Heatline: Explain…");
  const list = workbench.page.locator(".quick-input-widget:visible");
  await workbench.quickPickRow("Counts").first().waitFor();
  await list.getByText(/^Sends your load once more \(1 × 2 s/).waitFor();
  await workbench.screenshot("explain-four-passes");
  for (const name of ["Waits", "Counts", "Allocations"]) await workbench.quickPickRow(name).first().click();
  await list.getByText(/^Sends your load 2 more times/).waitFor();
  await workbench.press("Enter");

  const toast = workbench.toast(/scorePrice.*allocates [\d.]+ [kM]B per request/).first();
  await toast.waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("explain-calls-reported");
  const lens = async (): Promise<string> => (await workbench.editor.codeLensLines()).find(({ line }) => line === 3)?.text ?? "";
  await expect.poll(lens, { timeout: 30_000 }).toMatch(/×1,000 per request · [\d.]+ [µm]s a call.*allocates [\d.]+ [kM]B per request/);
  const hover = await workbench.editor.hover(5, "words");
  await hover
    .getByText(/×40,000/)
    .first()
    .waitFor();
  await workbench.screenshot("explain-calls-hover");
  await workbench.press("Escape");

  // Heat by what is allocated is at the line where the function starts.
  await workbench.runCommand("Heatline: Heat By…");
  await workbench.quickPickRow("Allocated").first().click();
  const shown = async (): Promise<string> => (await workbench.editor.afterTexts()).find(({ line }) => line === 3)?.text ?? "";
  await expect.poll(shown, { timeout: 30_000 }).toMatch(/^allocates [\d.]+ [kM]B per request/);
  await workbench.screenshot("heat-by-allocated");
  await heatline.stopApp();
});
