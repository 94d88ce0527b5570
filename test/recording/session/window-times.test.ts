import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run } from "../../../language-server/history/run.ts";
import { exactElseInspector, inspectorOnly } from "../../../language-server/recording/session/default-recorder.ts";
import { Recording } from "../../../language-server/recording/session/recording.ts";
import type { RecordingOptions } from "../../../language-server/recording/session/recording-options.ts";
import { Deferred } from "../../../language-server/recording/deferred.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";

let folder = "";

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-window-")));
});

afterAll(async () => rm(folder, { recursive: true }));

/** Records a script from its first line to its end, and returns its run. */
async function recorded(text: string, options: Partial<RecordingOptions>): Promise<Run> {
  const program = path.join(folder, "app.js");
  await writeFile(program, text);
  const [written, ended] = [new Deferred<Run>(), new Deferred<void>()];
  const nothing = (): undefined => undefined;
  const recording = await Recording.start(
    {
      launch: { program, cwd: folder },
      workspaceFolders: [folder],
      runsFolder: path.join(folder, "runs"),
      runName: "app",
      bundles: await buildAdapter(),
      ...options,
    },
    {
      output: nothing,
      ready: nothing,
      recording: nothing,
      loadProgress: nothing,
      loadEnded: nothing,
      runWritten: ({ run }) => written.resolve(run),
      problem: nothing,
      ended: () => ended.resolve(),
    },
  );
  await ended.promise;
  await recording.stop();
  return written.promise;
}

/** Writes what it used by its first line, by its last, and the time between. */
const measuring = `
const first = { cpu: process.cpuUsage(), at: process.hrtime.bigint() };
const total = ({ user, system }) => (user + system) / 1000;
for (const end = Date.now() + 300; Date.now() < end; );
const last = { cpu: process.cpuUsage(), at: process.hrtime.bigint() };
require("node:fs").writeFileSync(__dirname + "/used.json", JSON.stringify({
  before: total(first.cpu), within: total(last.cpu) - total(first.cpu), ms: Number(last.at - first.at) / 1e6 }));
throw new Error("failed");
`;

test.each([
  ["V8's log", exactElseInspector],
  ["the inspector", inspectorOnly],
])("a window from the first line has its CPU time alone, by %s: not that of Node's start", async (_name, createRecorder) => {
  const run = await recorded(measuring, { createRecorder });
  const used = JSON.parse(await readFile(path.join(folder, "used.json"), "utf8")) as Record<"before" | "within" | "ms", number>;
  expect(run).toMatchObject({ end: "crashed", exitCode: 1, window: "first-line", failure: { isLoading: false } });
  expect(run.durationMs).toBeGreaterThanOrEqual(used.ms);
  expect(run.cpuMs).toBeGreaterThanOrEqual(used.within);
  // Node starts with more than what it does after the last line.
  expect(run.cpuMs).toBeLessThan(used.within + used.before * 0.75);
});

test("the place of the error and the load that never began are kept in the run", async () => {
  const run = await recorded("\nrequire('node:fs');\n}\n", { awaitsLoad: true });
  const place = { file: path.join(folder, "app.js"), line: 3, column: 1 };
  expect(run).toMatchObject({ end: "crashed", window: "first-line", lacksLoad: true, failure: { isLoading: true, place } });
});
