import { stat } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { appFile } from "../workbench/app-file.mjs";
import { repository } from "../workbench/installation.mjs";
import { DapClient } from "../drivers/adapter/dap-client.ts";
import { ScratchFolder } from "../drivers/workbench/scratch-folder.ts";
import { WorkbenchServer } from "../drivers/workbench/workbench-server.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";

const sample = path.join(repository, "samples/koa-listener-leak/before");

test.each(["latest", "oldest"] as const)("the %s VS Code opens with the packaged extension", { tags: "thorough" }, async (version) => {
  await using folder = await ScratchFolder.copyOf(sample);
  await using server = await WorkbenchServer.start({ folder: folder.path, version });
  await using workbench = await Workbench.open(server);

  const editor = await workbench.openFile("package.json");
  expect(await workbench.activeTab()).toBe("package.json");
  expect((await editor.visibleLines())[0]).toEqual({ line: 1, text: "{" });

  await workbench.goToLine(2, 3);
  await expect.poll(() => workbench.cursor()).toEqual({ line: 2, column: 3 });

  await workbench.changeSettings({ "workbench.colorTheme": "Default High Contrast" });
  await workbench.page.locator(".monaco-workbench.hc-black").waitFor();

  await workbench.press("F1");
  await workbench.quickInput.fill(">Heatline: Profile Current App");
  await workbench.quickPickRow("Heatline: Profile Current App").first().waitFor();
  await workbench.screenshot(`workbench-${version}`);
});

test("the package has at most 1.75 MB", async () => {
  expect((await stat(path.join(repository, ".cache/heatline.vsix"))).size).toBeLessThanOrEqual(1_750_000);
});

test.each([
  ["ru", /не существует|нет|Нет/],
  ["zh-cn", /不存在|没有/],
] as const)("the packaged debug adapter speaks %s", async (locale, words) => {
  await using client = await DapClient.connect("exact", {}, [], path.join(repository, "out/debug-adapter.js"));
  await client.request("initialize", { adapterID: "heatline", locale });
  await expect(client.launch("no-such-app.js")).rejects.toThrow(words);
});

test("npm start opens the app's first file, with the flame button", { tags: "thorough" }, async () => {
  await using folder = await ScratchFolder.copyOf(sample);
  await using server = await WorkbenchServer.start({ folder: folder.path });
  await using workbench = await Workbench.open(server, { file: await appFile(folder.path) });

  await expect.poll(() => workbench.activeTab()).toBe("server.js");
  await workbench.page.locator(".editor-actions [aria-label*='Profile Current App']").first().waitFor();
});
