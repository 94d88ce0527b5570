import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { baselineOf, markBaseline } from "../../language-server/history/baseline.ts";
import { listRuns, readRun, type RunDraft, type StoredRun, updateRun, writeRun } from "../../language-server/history/run-store.ts";
import type { Profile } from "../../language-server/analysis/profile/profile.ts";

let runsFolder = "";

beforeEach(async () => {
  runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-masked-runs-"));
});

afterEach(() => rm(runsFolder, { recursive: true, force: true }));

const load = { tool: "ab", url: "http://h/?pin=1234", label: "GET /?pin=1234", latency: {}, durationSeconds: 1, cancelled: false };
const profile: Profile = {
  scripts: { url: [], hash: [] },
  functions: {
    name: ["main"],
    script: Int32Array.of(-1),
    line: Int32Array.of(0),
    column: Int32Array.of(-1),
    kind: Uint8Array.of(0),
  },
  stacks: {
    prefix: Int32Array.of(-1),
    func: Int32Array.of(0),
    line: Int32Array.of(0),
    column: Int32Array.of(0),
    certainty: Uint8Array.of(0),
  },
  samples: { stack: Int32Array.of(0), time: Float64Array.of(0) },
  interval: 1000,
};
const problems = [{ code: "app.unreachedNode" as const, values: { pid: 1, command: "node x --pin 1234" }, count: 1 }];

/** A run as a Heatline kept it that did not know these forms. */
function olderRun(startedAt: string, argv: readonly string[], more: Partial<RunDraft["run"]> = {}): Promise<StoredRun> {
  const app = { cwd: "/app", workspaceFolders: ["/app"], argv, nodeVersion: "24.0.0", v8Version: "13.6", gitCommit: "" };
  const measured = { recorder: "exact", end: "load-ended", durationMs: 1000, cpuMs: 900 } as const;
  const run = { name: "shop · node x.js --pin 1234", startedAt, app, ...measured, load, scripts: [], problems, ...more };
  return writeRun(runsFolder, { run, threads: [{ pid: 1, name: "main", profile }], texts: new Map() });
}

test("secrets that an older Heatline kept are shown nowhere, and stay in their file until the run is deleted", async () => {
  const { folder } = await olderRun("2026-01-01T10:00:00.000Z", ["node", "/app/x.js", "--pin", "1234"]);
  const [read, listed] = [await readRun(folder), (await listRuns(runsFolder))[0]!.run];
  for (const run of [read, listed, await updateRun(folder, { pinned: true })]) {
    expect(JSON.stringify(run)).not.toContain("1234");
    expect(run).toMatchObject({ name: "shop · node x.js --pin ***", app: { argv: ["node", "/app/x.js", "--pin", "***"] } });
    expect(run.load).toMatchObject({ url: "http://h/?pin=***", label: "GET /?pin=***" });
  }
  expect(await readFile(path.join(folder, "run.json"), "utf8")).toContain('"1234"');
});

test("secrets that the user wanted kept are shown", async () => {
  const { folder } = await olderRun("2026-01-01T10:00:00.000Z", ["node", "/app/x.js", "--pin", "1234"], { keepsSecrets: true });
  expect(await readRun(folder)).toMatchObject({ name: "shop · node x.js --pin 1234", load: { label: "GET /?pin=1234" } });
});

test("runs of one app have one baseline, whatever was masked when they were kept", async () => {
  const plain = await olderRun("2026-01-01T10:00:00.000Z", ["node", "/app/x.js", "--pin", "1234", "https://h/?a=1"], {
    keepsSecrets: true,
  });
  const other = await olderRun("2026-01-02T10:00:00.000Z", ["node", "/app/x.js", "--pin", "***", "https://h/?a=***"]);
  const latest = await olderRun("2026-01-03T10:00:00.000Z", ["node", "/app/x.js", "--pin", "***", "https://h/?a=1"]);
  const stranger = await olderRun("2026-01-04T10:00:00.000Z", ["node", "/app/y.js", "--pin", "***", "https://h/?a=1"]);
  expect(baselineOf(latest.run, await listRuns(runsFolder))?.run.id).toBe(other.run.id);
  expect(baselineOf(other.run, await listRuns(runsFolder))?.run.id).toBe(plain.run.id);
  expect(baselineOf(stranger.run, await listRuns(runsFolder))).toBeUndefined();
  await markBaseline(runsFolder, plain.folder);
  await markBaseline(runsFolder, other.folder);
  const marked = (await listRuns(runsFolder)).filter(({ run }) => run.baseline === true);
  expect(marked.map(({ run }) => run.id)).toEqual([other.run.id]);
});
