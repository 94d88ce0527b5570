import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readProfileFile } from "../../language-server/opening/profile-file.ts";

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "relative-")));
writeFileSync(path.join(folder, "worker.js"), "function hot() {}\n");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function urlsOf(...urls: readonly string[]): Promise<readonly string[]> {
  const file = path.join(folder, "app.cpuprofile");
  const nodes = urls.map((url, index) => ({
    id: index + 2,
    callFrame: { functionName: "hot", scriptId: String(index + 1), url, lineNumber: 0, columnNumber: 0 },
  }));
  const root = { id: 1, callFrame: { functionName: "(root)", scriptId: "0", url: "", lineNumber: -1, columnNumber: -1 } };
  const samples = nodes.map(({ id }) => id);
  const tree = [{ ...root, children: samples }, ...nodes];
  writeFileSync(file, JSON.stringify({ nodes: tree, startTime: 0, endTime: 1000, samples, timeDeltas: samples.map(() => 1) }));
  const { threads } = await readProfileFile(file, { workspaceFolders: [folder] });
  return threads[0]?.profile.scripts.url ?? [];
}

test("a script that its runtime names by a path without a folder is the workspace's file of that path", async () => {
  expect(await urlsOf("worker.js", "other.js", "node:fs", "https://example.com/worker.js")).toEqual([
    path.join(folder, "worker.js"),
    "other.js",
    "node:fs",
    "https://example.com/worker.js",
  ]);
});

test("a path that leads out of the workspace is left as it is", async () => {
  const out = `../${path.basename(folder)}/worker.js`;
  expect(await urlsOf(out)).toEqual([out]);
});
