import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { openProfile } from "../../../language-server/protocol/shown-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { placeApps, runNode } from "./command.ts";
import { setting, test } from "./windows-test.ts";

/** As VS Code writes it on Windows. */
function uriInVsCode(file: string): string {
  const [drive = "", ...rest] = path.resolve(file).split(path.win32.sep);
  return `file:///${drive.toLowerCase().replace(":", "%3A")}/${rest.map(encodeURIComponent).join("/")}`;
}

test("the heat of a profile made on Windows comes to the document as VS Code names it", async (folder) => {
  const apps = await placeApps(folder);
  const script = path.join(apps, "script.js");
  await using client = await LspClient.start(setting("HEATLINE_OUT"), {}, apps);
  const { code, err } = await runNode(["--cpu-prof", "--cpu-prof-name=a.cpuprofile", "script.js"], apps);
  assert.equal(code, 0, err);
  const summary = await client.request(openProfile, { file: path.join(apps, "a.cpuprofile") });
  assert.equal(summary.hotLines[0]?.label, "script.js:5", JSON.stringify(summary));
  const uri = uriInVsCode(script);
  await client.open(uri, await readFile(script, "utf8"));
  const lines = await client.heat(uri);
  const [hottest] = lines.toSorted((a, b) => b.step - a.step);
  assert.equal(hottest?.line, 4);
  assert.match(await client.hoverText(uri, 4), /burn/);
});
