import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { readScript } from "../../language-server/history/run-store.ts";
import { DapClient } from "../drivers/adapter/dap-client.ts";
import { lossesBesideWork } from "../drivers/adapter/recorded-lines.ts";
import { someOf } from "../workbench/some-of.mjs";

const source = `type Seconds = number;

export function burnTyped(seconds: Seconds): number {
  let sum = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) sum += Math.sqrt(sum + 1);
  return sum;
}
burnTyped(0.3);
`;

async function buildApp(sourcemap: "inline" | "linked", sourcesContent: boolean): Promise<{ folder: string; bundle: string }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-app-"));
  mkdirSync(path.join(folder, "src"));
  await writeFile(path.join(folder, "src/app.ts"), source);
  const bundle = path.join(folder, "dist/app.js");
  await build({ entryPoints: [path.join(folder, "src/app.ts")], outfile: bundle, sourcemap, sourcesContent, platform: "node" });
  return { folder, bundle };
}

test.each(
  someOf(1, [
    ["an inline map", "inline", true],
    ["a map beside the script", "linked", true],
    ["a map without the sources' text", "linked", false],
  ] as const),
)("script and original source are stored as they ran: %s", async (_name, sourcemap, sourcesContent) => {
  const { folder, bundle } = await buildApp(sourcemap, sourcesContent);
  await using client = await DapClient.start();
  await client.launch("", { program: bundle, cwd: folder });
  const run = await client.run();
  const runFolder = path.join(client.runsFolder, run.id);
  const script = run.scripts.find(({ url }) => url === pathToFileURL(bundle).href);
  expect(script).toBeDefined();
  expect(await readScript(runFolder, script!.hash)).toContain("function burnTyped(seconds)");
  const map = JSON.parse(await readScript(runFolder, script!.mapHash)) as { sources: string[]; sourcesContent: string[] };
  expect(map.sourcesContent).toEqual([source]);
  expect(new URL(map.sources[0]!, script!.mapBase).href).toBe(pathToFileURL(path.join(folder, "src/app.ts")).href);
  expect(lossesBesideWork(run)).toEqual([]);
  await client.stop();
  await rm(folder, { recursive: true });
});

test("a map that is not valid JSON, and a missing one, are reported; the script is kept", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-app-"));
  const burn = (name: string): string =>
    `exports.${name} = () => { const start = process.cpuUsage(); while (process.cpuUsage(start).user < 150_000) for (let i = 0; i < 10_000; i++) Math.sqrt(i); };\n`;
  await writeFile(path.join(folder, "a.js"), `${burn("a")}//# sourceMappingURL=data:application/json,{no\n`);
  await writeFile(path.join(folder, "b.js"), `${burn("b")}//# sourceMappingURL=b.js.map\n`);
  await writeFile(path.join(folder, "app.js"), 'require("./a.js").a(); require("./b.js").b();\n');
  await using client = await DapClient.start();
  await client.launch("", { program: path.join(folder, "app.js"), cwd: folder });
  const run = await client.run();
  expect(run.problems).toEqual([{ code: "sources.badMaps", values: { script: "a.js", count: 1 }, count: 1 }]);
  const names = run.scripts.filter(({ mapHash }) => mapHash === "").map(({ url }) => path.basename(url));
  expect(names).toEqual(expect.arrayContaining(["a.js", "b.js"]));
  await client.stop();
  await rm(folder, { recursive: true });
});

test("Node's own scripts are kept too", async () => {
  await using client = await DapClient.start();
  await client.launch("script.js");
  const run = await client.run();
  const internal = run.scripts.find(({ url }) => url === "node:internal/modules/cjs/loader");
  expect(await readScript(path.join(client.runsFolder, run.id), internal!.hash)).toContain("Module.prototype.load");
  await client.stop();
});
