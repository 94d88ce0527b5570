// @module-tag thorough

import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Frame } from "playwright-core";
import { expect } from "vitest";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";
import { hotLine } from "../fixture-apps.ts";
import { journeysWith } from "../journeys-with.ts";

const test = journeysWith();

const fill = (form: Frame, name: string, value: string): Promise<void> => form.getByRole("textbox", { name, exact: true }).fill(value);

async function chooseTool(form: Frame, name: string): Promise<void> {
  await form.getByRole("combobox", { name: "Load" }).click();
  await form.getByRole("option", { name, exact: true }).click();
}

test("wrk, ab, hey and h2load: the report is the tool's, and the profile is of its run", async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  await heatline.pressButton();
  const form = await heatline.readyForm();
  for (const [tool, name] of [
    ["wrk", "wrk"],
    ["ab", "ab (ApacheBench)"],
    ["hey", "hey"],
    ["h2load", "h2load"],
  ] as const) {
    const folded = form.locator("details.settings:not([open]) > summary");
    if ((await folded.count()) > 0) await folded.click();
    await chooseTool(form, name);
    await fill(form, "Duration, s", "2");
    await fill(form, "Warm-up, s", "1");
    await workbench.screenshot(`load-tool-${tool}`);
    await form.getByRole("button", { name: /^Start Load/ }).click();
    await form.getByText("This tool reports its figures when it ends.").waitFor();
    await workbench.screenshot(`load-tool-${tool}-running`);
    await form.getByText("No errors").waitFor({ timeout: runPatienceMs });
    expect(await form.locator("section").innerText()).toMatch(/req\/s[\s\S]*Requests/);
    expect(await heatline.hottest()).toBe(`service.js:${hotLine}`);
    await workbench.screenshot(`load-tool-${tool}-done`);
  }
  await heatline.stopApp();
});

test("a command line is saved to launch.json with its comments kept, and the form shows it the next time", async ({ folder, server }) => {
  const launchFile = path.join(folder.path, ".vscode", "launch.json");
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  await heatline.pressButton();
  let form = await heatline.readyForm();
  const command = "wrk -t1 -c${connections} -d${duration}s --latency ${url}";
  await chooseTool(form, "Command line");
  await fill(form, "Command line", command);
  await fill(form, "Duration, s", "2");
  await fill(form, "Connections", "3");
  await fill(form, "Warm-up, s", "0");
  await heatline.button(form, "Save to launch.json").click();
  await workbench.toast("saved to “service.js” in launch.json").waitFor();
  await workbench.screenshot("load-saved");
  const load = { tool: "command", command, path: "/", connections: 3, durationSeconds: 2, warmupSeconds: 0 };
  const saved = JSON.parse(await readFile(launchFile, "utf8")) as { configurations: readonly unknown[] };
  expect(saved.configurations).toEqual([
    { type: "heatline", request: "launch", name: "service.js", program: "${workspaceFolder}/service.js", load },
  ]);
  await heatline.button(form, "Start Load").click();
  await form.getByText("No errors").waitFor({ timeout: runPatienceMs });
  expect(await form.locator("section h2").innerText()).toBe("wrk /");
  expect(await heatline.hottest()).toBe(`service.js:${hotLine}`);
  await heatline.stopApp();

  // As if edited by hand: the form shows the new values, and saving again keeps the comment.
  const lines = (await readFile(launchFile, "utf8")).split("\n");
  const line = lines.findIndex((each) => each.includes('"connections": 3'));
  await workbench.openFile(".vscode/launch.json");
  await workbench.goToLine(line + 1, (lines[line] ?? "").indexOf("3") + 1);
  await workbench.press("Delete");
  await workbench.type("4");
  await workbench.press("End");
  await workbench.type(" // not more");
  await workbench.runCommand("File: Save");
  const edited = lines.with(line, (lines[line] ?? "").replace("3,", "4, // not more")).join("\n");
  await expect.poll(() => readFile(launchFile, "utf8")).toBe(edited);
  await workbench.openFile("service.js");
  await heatline.pressButton();
  form = await heatline.readyForm();
  await expect.poll(() => form.getByRole("textbox", { name: "Command line" }).inputValue()).toBe(command);
  expect(await form.getByRole("textbox", { name: "Connections" }).inputValue()).toBe("4");
  await fill(form, "Connections", "5");
  await heatline.button(form, "Save to launch.json").click();
  await expect.poll(() => readFile(launchFile, "utf8")).toBe(edited.replace('"connections": 4', '"connections": 5'));
  await heatline.stopApp();
});

test("problems are reported in the form: a missing tool, a missing body file", async ({ server }) => {
  await using workbench = await Workbench.open(server);
  const heatline = new Heatline(workbench);
  await workbench.openFile("service.js");
  await heatline.pressButton();
  const form = await heatline.readyForm();
  await chooseTool(form, "Command line");
  await fill(form, "Command line", "no-such-tool ${url}");
  await form.getByRole("button", { name: /^Start Load/ }).click();
  await form.locator(".error").getByText("The load tool no-such-tool was not found in PATH.").waitFor();
  await workbench.screenshot("load-tool-missing");
  await chooseTool(form, "wrk");
  await form.getByRole("combobox", { name: "Method" }).click();
  await form.getByRole("option", { name: "POST" }).click();
  await form.getByText("Headers and body").first().click();
  await fill(form, "File to send instead", "bodies/none.json");
  await form.getByRole("button", { name: /^Start Load/ }).click();
  await form.locator(".error").getByText("bodies/none.json does not exist").waitFor();
  await heatline.stopApp();
});
