import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { readRun, type StoredRun } from "../../../language-server/history/run-store.ts";
import type { Run } from "../../../language-server/history/run.ts";
import { logTarget } from "../../../language-server/platform/paths.ts";
import { Deferred } from "../../../language-server/recording/deferred.ts";
import { exactElseInspector } from "../../../language-server/recording/session/default-recorder.ts";
import { Recording } from "../../../language-server/recording/session/recording.ts";
import { buildAdapter } from "./adapter-bundle.ts";
import { hottestLine, lossesOf } from "./recorded-lines.ts";

const app = `const [times, port] = process.argv.slice(2).map(Number);
function burn() {
  let sum = 0;
  const end = process.cpuUsage().user + 300_000;
  while (process.cpuUsage().user < end) for (let i = 0; i < 100_000; i += 1) sum += Math.sqrt(i);
  return sum;
}
function turn(left) {
  if (burn() > 0) console.log("burnt");
  if (left > 1) setImmediate(turn, left - 1);
}
if (port === undefined) turn(times);
else require("node:http").createServer().listen(port, "127.0.0.1", () => turn(times));
`;
const hot = "app.js:5";

/** Checks that must hold if the pipe for V8's logs cannot be created: each records an app in the given empty folder. */
export const withRefusedPipe: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  "V8's log is read after the end of an app that ends by itself, and the run says so": async (folder) => {
    await using started = await start(folder, ["4"]);
    await assertReadAtEnd(await started.written, "exited");
    assert.deepEqual(started.problems, []);
  },
  "the end of a recording waits for the app's, which is said, and Stop loses nothing": async (folder) => {
    await using started = await start(folder, ["1e9"]);
    await started.burnt;
    await started.recording.stopRecording();
    assert.deepEqual(started.problems, ["app.readAtEndOnly"]);
    await started.recording.stop();
    await assertReadAtEnd(await started.written, "stopped");
  },
  "a server goes on, recorded by the inspector, and the run says why": async (folder) => {
    await using started = await start(folder, ["1e9", "0"]);
    await started.listening;
    started.recording.startRecording();
    await started.measured;
    await started.recording.stopRecording();
    const run = await readRun((await started.written).folder);
    assert.deepEqual([run.recorder, run.recorderNote?.code, lossesOf(run)], ["inspector", "exact.noPipe", []]);
    assert.ok((run.threads[0]?.busyTicks ?? 0) > 0);
  },
};

interface Started extends AsyncDisposable {
  readonly recording: Recording;
  readonly burnt: Promise<void>;
  readonly listening: Promise<void>;
  /** The app had work in a window that was open by then. */
  readonly measured: Promise<void>;
  readonly written: Promise<StoredRun>;
  readonly problems: readonly string[];
}

async function start(folder: string, args: readonly string[]): Promise<Started> {
  await writeFile(path.join(folder, "app.js"), app);
  const [burnt, listening, measured] = [new Deferred<void>(), new Deferred<void>(), new Deferred<void>()];
  const written = new Deferred<StoredRun>();
  written.promise.catch(() => undefined);
  const problems: string[] = [];
  let [hasListened, isMeasuring] = [false, false];
  let measuredTurns = 0;
  const recording = await Recording.start(
    {
      launch: { program: path.join(folder, "app.js"), cwd: folder, args },
      workspaceFolders: [folder],
      runsFolder: path.join(folder, "runs"),
      runName: "app.js",
      bundles: await buildAdapter(),
      createRecorder: (launch) => {
        const target = logTarget(launch.sessionFolder);
        // Too long for every system; on systems other than Windows, a named socket replaces the pipe.
        return exactElseInspector(launch, { ...target, pipe: (target.pipe ?? launch.sessionFolder) + "x".repeat(300) });
      },
    },
    {
      output: (text) => {
        if (text.includes("burnt")) burnt.resolve();
        // The first round may have begun before the window; the second is entirely inside it.
        if (isMeasuring && text.includes("burnt") && (measuredTurns += 1) === 2) measured.resolve();
        return undefined;
      },
      ready: ({ origins }) => {
        if (origins.length === 0) return;
        hasListened = true;
        listening.resolve();
      },
      recording: (isRecording) => (isMeasuring = isRecording && hasListened),
      loadProgress: () => undefined,
      loadEnded: () => undefined,
      runWritten: (run) => written.resolve(run),
      problem: ({ coded }) => problems.push(coded.code),
      ended: () => written.reject(new Error(`No run was written: ${problems.join(", ")}`)),
    },
  );
  return {
    recording,
    burnt: burnt.promise,
    listening: listening.promise,
    measured: measured.promise,
    written: written.promise,
    problems,
    [Symbol.asyncDispose]: () => recording.stop(),
  };
}

async function assertReadAtEnd({ folder }: StoredRun, end: Run["end"]): Promise<void> {
  const run = await readRun(folder);
  assert.deepEqual([run.recorder, run.recorderNote, run.end], ["exact", undefined, end]);
  const [reported, ...others] = lossesOf(run);
  assert.match(reported ?? "", /read after the app had ended, since the pipe for it could not be opened: \S/);
  assert.deepEqual(others, []);
  assert.equal(await hottestLine(folder), hot);
}
