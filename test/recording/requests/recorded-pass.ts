import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import type { AskedPass } from "../../../language-server/analysis/passes/asked-passes.ts";
import type { LoadPlan } from "../../../language-server/analysis/load/load.ts";
import type { Marks } from "../../../language-server/analysis/marks/marks.ts";
import { readMarks, readTracks, type StoredRun } from "../../../language-server/history/run-store.ts";
import type { Tracks } from "../../../language-server/analysis/timeline/tracks.ts";
import { Deferred } from "../../../language-server/recording/deferred.ts";
import type { RecorderFactory } from "../../../language-server/recording/recorder.ts";
import { Recording } from "../../../language-server/recording/session/recording.ts";
import { ExactRecorder } from "../../../language-server/recording/ticks/exact-recorder.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";

interface RecordedPass {
  readonly run: StoredRun["run"];
  readonly marks: Marks;
  readonly tracks: Tracks;
}

interface AppToRecord {
  /** Absolute path. */
  readonly program: string;
  readonly major: number;
  readonly args?: readonly string[];
  readonly pass: AskedPass;
  /** Default: V8's log. */
  readonly recorder?: "inspector" | RecorderFactory;
  readonly env?: Readonly<Record<string, string>>;
  /** Its load is the window's, instead of what is driven. */
  readonly plan?: (port: number) => LoadPlan;
  /** The window is not ended before the app is. */
  readonly endsItself?: boolean;
}

/** Records an app that listens, as a pass: `before` and `drive` get its port, and what `drive` sends is in the window. */
export function recordedPass<Driven>(
  app: AppToRecord,
  drive: (port: number) => Promise<Driven>,
  before: (port: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<RecordedPass & { readonly driven: Driven }> {
  return recordedWindow(app, { before, drive }, async ({ folder, run }) => {
    const [marks, tracks] = await Promise.all([readMarks(folder, run), readTracks(folder, run)]);
    if (marks === undefined) throw new Error("The run has no marks.");
    return { run, marks, tracks };
  });
}

/** The same; `read` is called while the run's folder is there. */
export async function recordedWindow<Driven, Read>(
  { program, major, args = [], pass, recorder, plan, env, endsItself = false }: AppToRecord,
  {
    before = () => Promise.resolve(),
    drive,
  }: { readonly before?: ((port: number) => Promise<unknown>) | undefined; readonly drive: (port: number) => Promise<Driven> },
  read: (written: StoredRun, driven: Driven) => Promise<Read>,
): Promise<Read & { readonly driven: Driven }> {
  const runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-runs-"));
  const listening = new Deferred<number>();
  const began = new Deferred<void>();
  const written = new Deferred<StoredRun>();
  let isListening = false;
  const recording = await Recording.start(
    {
      launch: { program, runtimeExecutable: await nodeOf(major), args: [...args], ...(env === undefined ? {} : { env }) },
      workspaceFolders: [path.dirname(program)],
      runsFolder,
      runName: "test",
      bundles: await buildAdapter(),
      createRecorder: recorder === undefined ? (launch) => ExactRecorder.create(launch) : recorder === "inspector" ? undefined : recorder,
      pass,
    },
    {
      output: () => undefined,
      ready: ({ origins: [origin] }) => {
        if (origin !== undefined) listening.resolve(Number(new URL(origin).port));
      },
      recording: (isRecording) => (isRecording && isListening ? began.resolve() : undefined),
      loadProgress: () => undefined,
      loadEnded: () => undefined,
      runWritten: (run) => written.resolve(run),
      problem: ({ text }) => written.reject(new Error(text)),
      ended: () => undefined,
    },
  );
  try {
    const port = await listening.promise;
    isListening = true;
    await before(port);
    if (plan === undefined) recording.startRecording();
    else recording.startLoad(plan(port));
    await began.promise;
    const driven = await drive(port);
    if (!endsItself && plan === undefined) await recording.stopRecording();
    return { ...(await read(await written.promise, driven)), driven };
  } finally {
    await recording.stop();
    await rm(runsFolder, { recursive: true });
  }
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 6 });

/** The text of the answer. */
export function ask(port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, host: "127.0.0.1", path: target, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve(text));
    });
    request.on("error", reject);
  });
}
