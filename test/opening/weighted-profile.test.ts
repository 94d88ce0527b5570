import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { Cpuprofile } from "../../language-server/analysis/exporters/cpuprofile.ts";
import { readProfileFile } from "../../language-server/opening/profile-file.ts";
import { naiveSelf } from "../analysis/importers/naive-cpuprofile.ts";

const program = `function burn(ms) { const end = performance.now() + ms; let x = 0; while (performance.now() < end) x += Math.sqrt(x + 1); return x; }
function often() { return burn(20); }
function once() { const end = process.cpuUsage().user + 150_000; let x = 0; while (process.cpuUsage().user < end) for (let i = 0; i < 10_000; i++) x += Math.sqrt(x + 1); }
for (let at = 0; at < 10; at++) often();
once();
`;

test("functions in a file from node --cpu-prof have the same time as in other readers", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "weighted-"));
  writeFileSync(path.join(folder, "app.cjs"), program);
  execFileSync(process.execPath, ["--cpu-prof", "--cpu-prof-name=app.cpuprofile", "app.cjs"], { cwd: folder });
  const file = path.join(folder, "app.cpuprofile");
  const { threads } = await readProfileFile(file, { workspaceFolders: [folder] });
  const { samples, stacks, functions, interval } = threads[0]!.profile;
  const self = new Map<string, number>();
  samples.stack.forEach((row, sample) => {
    const name = row === -1 ? "(root)" : (functions.name[stacks.func[row] as number] as string);
    self.set(name, (self.get(name) ?? 0) + (samples.weight?.[sample] ?? 1) * interval);
  });
  const naive = naiveSelf(JSON.parse(readFileSync(file, "utf8")) as Cpuprofile);
  expect(naive.get("once")).toBeGreaterThan(0);
  expect(naive.size).toBeGreaterThan(4);
  for (const [name, time] of naive) expect([name, Math.abs((self.get(name) ?? 0) - time) < 2]).toEqual([name, true]);
});

/** As written by `go test` and `runtime/pprof`: 142 samples of 10 ms; `go tool pprof -top` reports 1.41 s for main.leaf, 1.42 s for main.outer. */
const goProfile = path.join(import.meta.dirname, "../fixtures/stacks/leaf.go-pprof.gz");

test("a profile of Go's own writer opens, with the samples and times that go tool pprof reads in it", async () => {
  const { format, threads } = await readProfileFile(goProfile, { workspaceFolders: [] });
  expect(format).toBe("pprof");
  const { samples, stacks, functions, interval } = threads[0]!.profile;
  const leaves = Array.from(samples.stack, (row) => functions.name[stacks.func[row] as number]);
  expect([interval, leaves.length, leaves.filter((name) => name === "main.leaf").length]).toEqual([10_000, 142, 141]);
});

test.each([
  ["app.heapprofile", '{"head":{"callFrame":{"functionName":"(root)"},"selfSize":0,"id":1,"children":[]}}', "is a heap profile"],
  ["app.heapsnapshot", '{"snapshot":{"meta":{"node_fields":["type"]}}}', "is a heap snapshot"],
  ["app.js.map", '{"version":3,"sources":["app.ts"],"mappings":"AAAA"}', "is a source map"],
])("%s is recognised by its content and refused by name", async (name, text, what) => {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), "other-")), name);
  writeFileSync(file, text);
  await expect(readProfileFile(file, { workspaceFolders: [] })).rejects.toThrow(`${name} ${what}; Heatline shows CPU profiles`);
});
