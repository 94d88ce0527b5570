// @module-tag thorough

import path from "node:path";
import { expect } from "vitest";
import { startInspected } from "../drivers/adapter/inspected-app.ts";
import { Heatline } from "../drivers/workbench/heatline.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { hotLine } from "./fixture-apps.ts";
import { journeysWith } from "./journeys-with.ts";

const test = journeysWith();
const numbers = { durationSeconds: 3, warmupSeconds: 0 };

test("a running app is picked and put under load, and its lines get heat; it keeps running, and is attached to again by host and port", async ({
  folder,
  server,
}) => {
  await using app = await startInspected(path.join(folder.path, "service.js"));
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  await workbench.titleButton("Profile Current App").waitFor();

  await workbench.runCommand("Heatline: Attach to Process…");
  // The list renders only the rows in view, and this machine may run many Node processes.
  await workbench.quickInput.fill(String(app.child.pid));
  const row = workbench.quickPickRow(`process ${app.child.pid}, inspector open on ${app.inspectorPort}`).first();
  await row.waitFor();
  await workbench.screenshot("attach-picker");
  await row.click();
  await heatline.startLoad(numbers);
  const form = await heatline.form();
  await form.getByText("no live heat").waitFor();
  await workbench.screenshot("attach-loading");
  expect(await heatline.hottest()).toBe(`service.js:${hotLine}`);
  expect(await heatline.inlineText(hotLine)).toMatch(/% self/);
  expect(await heatline.heatedLines()).toContain(hotLine);
  await workbench.screenshot("attach-heat");
  const address = await form.locator(".ports").innerText();
  await heatline.stopApp();
  expect(app.child.exitCode).toBeNull();
  expect((await fetch(`http://127.0.0.1${address}/`)).status).toBe(200);

  await workbench.runCommand("Heatline: Attach to Process…");
  await workbench.quickInput.fill("host:port");
  await workbench.quickPick("Enter host:port…");
  await workbench.answer("Host and port of the inspector", `127.0.0.1:${app.inspectorPort}`);
  const again = await heatline.readyForm();
  expect(await again.locator(".ports").innerText()).toBe(address);
  await heatline.stopApp();
  expect(app.child.exitCode).toBeNull();
});
