// @module-tag thorough

import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { Heatline, runPatienceMs } from "../../drivers/workbench/heatline.ts";
import { ScratchFolder } from "../../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../../drivers/workbench/workbench-server.ts";
import { Workbench } from "../../drivers/workbench/workbench.ts";

const repository = path.resolve(import.meta.dirname, "../../..");
const tsc = path.join(repository, "node_modules/typescript/bin/tsc");
const answerLine = 3;
const server = `declare const require: any;
require("node:http").createServer((_request: unknown, response: { end(text: string): void }) => {
  const answer: string = "before";
  response.end(answer);
}).listen(0, "127.0.0.1");
`;
const warning = "dist/ is older than src/: build first.";

/** An app that is built by tsc and started by npm. */
async function builtApp(folder: string): Promise<void> {
  const compilerOptions = { rootDir: "src", outDir: "dist", module: "node20", types: [], sourceMap: true };
  const scripts = { build: `node ${tsc}`, start: "node dist/server.js" };
  await mkdir(path.join(folder, "src"));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ name: "shop", scripts }));
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  await writeFile(path.join(folder, "src/server.ts"), server);
  execFileSync(process.execPath, [tsc], { cwd: folder });
}

/** What the app answers at the address that the form shows. */
async function answerOf(form: Frame): Promise<string> {
  const origin = await form.locator(".ports").getAttribute("title");
  return (await fetch(origin ?? "")).text();
}

async function writeAnswer(workbench: Workbench, line: string): Promise<void> {
  await workbench.goToLine(answerLine);
  await workbench.press("Home", "Shift+End");
  await workbench.type(line);
  await workbench.press("Escape", "Control+s");
  await workbench.page.locator(".tab.active:not(.dirty)").filter({ hasText: "server.ts" }).waitFor();
}

test("an edit of a built app: the form says that the build is old, builds after one question, and a build that fails leads to its error", async () => {
  await using folder = await ScratchFolder.make("built");
  await builtApp(folder.path);
  await using code = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(code, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("src/server.ts");
  await heatline.pressButton();
  const form = await heatline.readyForm();
  expect(await form.getByText(warning).count()).toBe(0);
  expect(await answerOf(form)).toBe("before");

  await writeAnswer(workbench, 'const answer: string = "after" + ;');
  await form.getByText(warning).waitFor();
  await workbench.screenshot("build-old");
  await heatline.button(form, "Build and Restart").click();
  const question = workbench.dialog("Run “npm run build”?");
  await question.waitFor();
  expect(await question.innerText()).toContain(`build: node ${tsc}`);
  await workbench.screenshot("build-question");
  await question.getByRole("button", { name: "Build", exact: true }).click();
  const failure = workbench.toast("The build failed: TS1109");
  await failure.waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("build-failed");
  await workbench.goToLine(1);
  await failure.getByRole("button", { name: `server.ts:${answerLine}` }).click();
  await expect.poll(() => workbench.cursor()).toMatchObject({ line: answerLine });
  expect(await answerOf(form)).toBe("before");

  await writeAnswer(workbench, 'const answer: string = "after";');
  await heatline.button(form, "Build and Restart").click();
  await expect
    .poll(async () => await readFile(path.join(folder.path, "dist/server.js"), "utf8"), { timeout: runPatienceMs })
    .toContain('"after"');
  await form.getByText(warning).waitFor({ state: "detached", timeout: runPatienceMs });
  await heatline.button(form, "Start Load").waitFor({ timeout: runPatienceMs });
  await expect.poll(() => answerOf(form), { timeout: runPatienceMs }).toBe("after");
  expect(await form.getByText(warning).count()).toBe(0);
  await workbench.screenshot("build-fresh");
  await heatline.stopApp();
});

test("the task that VS Code runs before the app builds it: a failure leads to what its problem matcher found", async () => {
  await using folder = await ScratchFolder.make("built-by-task");
  await builtApp(folder.path);
  await mkdir(path.join(folder.path, ".vscode"));
  const task = { label: "compile", type: "process", command: process.execPath, args: [tsc], problemMatcher: "$tsc" };
  await writeFile(path.join(folder.path, ".vscode/tasks.json"), JSON.stringify({ version: "2.0.0", tasks: [task] }));
  const launch = {
    type: "heatline",
    request: "launch",
    name: "Shop",
    program: "${workspaceFolder}/dist/server.js",
    preLaunchTask: "compile",
  };
  await writeFile(path.join(folder.path, ".vscode/launch.json"), JSON.stringify({ version: "0.2.0", configurations: [launch] }));
  await using code = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(code, { viewport: { width: 1280, height: 720 } });
  const heatline = new Heatline(workbench);
  await workbench.openFile("src/server.ts");
  await heatline.pressButton();
  const form = await heatline.readyForm();
  await writeAnswer(workbench, 'const answer: string = "after" + ;');
  await form.getByText(warning).waitFor();
  await heatline.button(form, "Build and Restart").click();
  const failure = workbench.toast("The build failed: Expression expected.");
  await failure.waitFor({ timeout: runPatienceMs });
  await failure.getByRole("button", { name: `server.ts:${answerLine}` }).waitFor();
  await workbench.screenshot("build-task-failed");
  expect(await answerOf(form)).toBe("before");
  await writeAnswer(workbench, 'const answer: string = "after";');
  await form.getByText(warning).waitFor();
  await heatline.button(form, "Build and Restart").click();
  await form.getByText(warning).waitFor({ state: "detached", timeout: runPatienceMs });
  await heatline.button(form, "Start Load").waitFor({ timeout: runPatienceMs });
  await expect.poll(() => answerOf(form).catch(() => ""), { timeout: runPatienceMs }).toBe("after");
  await heatline.stopApp();
});
