import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { StoredRun } from "../../language-server/history/run-store.ts";
import { ExactRecorder } from "../../language-server/recording/ticks/exact-recorder.ts";
import { Deferred } from "../../language-server/recording/deferred.ts";
import { InspectorRecorder } from "../../language-server/recording/inspector/inspector-recorder.ts";
import { Recording } from "../../language-server/recording/session/recording.ts";
import { lostConnectionProblem } from "../../language-server/recording/session/recording-problems.ts";
import type { RecordingOptions } from "../../language-server/recording/session/recording-options.ts";
import type { RecordingEvents } from "../../language-server/recording/session/recording-events.ts";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";
import { appsFolder } from "../drivers/adapter/dap-client.ts";

interface Started {
  readonly recording: Recording;
  readonly listening: Promise<number>;
  readonly written: Promise<StoredRun>;
  readonly output: () => string;
  readonly problems: string[];
  readonly dispose: () => Promise<void>;
}

async function start(changes: Partial<RecordingOptions>, ownEvents: Partial<RecordingEvents> = {}): Promise<Started> {
  const bundles = await buildAdapter();
  const runsFolder = changes.runsFolder ?? (await mkdtemp(path.join(os.tmpdir(), "heatline-test-runs-")));
  const listening = new Deferred<number>();
  const written = new Deferred<StoredRun>();
  let output = "";
  const problems: string[] = [];
  const events: RecordingEvents = {
    output: (text) => {
      output += text;
      return undefined;
    },
    ready: ({ origins: [origin] }) => {
      if (origin !== undefined) listening.resolve(Number(new URL(origin).port));
    },
    recording: () => undefined,
    loadProgress: () => undefined,
    loadEnded: () => undefined,
    runWritten: (run) => written.resolve(run),
    problem: ({ text }) => problems.push(text),
    ended: () => undefined,
    ...ownEvents,
  };
  const defaults = { launch: {}, workspaceFolders: [appsFolder], runsFolder, runName: "test", bundles };
  const recording = await Recording.start({ ...defaults, ...changes }, events);
  return {
    recording,
    listening: listening.promise,
    written: written.promise,
    output: () => output,
    problems,
    dispose: async () => {
      await recording.stop();
      await rm(runsFolder, { recursive: true });
    },
  };
}

/** An inspector recorder that needs an argument on the app's command line, like the tick log. */
class ArgumentRecorder extends InspectorRecorder {
  override readonly nodeArgs = ["--stack-trace-limit=17", "--title=it's quoted"];
}

test.each([
  ["node", { program: path.join(appsFolder, "server.js") }],
  ["npm", { runtimeExecutable: "npm", runtimeArgs: ["run", "start"], cwd: path.join(appsFolder, "npm-app") }],
])("a recorder's node arguments reach an app started by %s", async (_name, launch) => {
  const started = await start({
    launch,
    createRecorder: async ({ interval, sessionFolder }) => {
      // Children get them as long as V8 could open its log.
      await mkdir(path.join(sessionFolder, "ticks"));
      return new ArgumentRecorder({ interval });
    },
  });
  await started.listening;
  const evaluate = (expression: string): Promise<string> => started.recording.evaluate(expression);
  expect(JSON.parse(await evaluate("[Error.stackTraceLimit, process.title]"))).toEqual([17, "it's quoted"]);
  // They are none of the app's own.
  expect(JSON.parse(await evaluate("process.execArgv"))).toEqual([]);
  await started.dispose();
});

test("the recorder knows the app's Node and a private folder before the app starts", async () => {
  let seen = "";
  const started = await start({
    launch: { program: path.join(appsFolder, "script.js") },
    createRecorder: (launch) => {
      seen = `${launch.nodeVersion} ${path.basename(launch.nodePath)} ${launch.interval} ${path.basename(launch.sessionFolder)}`;
      return Promise.resolve(new InspectorRecorder(launch));
    },
    samplingIntervalUs: 500,
  });
  expect(seen).toMatch(/^\d+\.\d+\.\d+ node 500 s-\w+$/);
  const { run } = await started.written;
  expect(run.durationMs).toBeGreaterThan(300);
  expect(run.cpuMs).toBeGreaterThan(0);
  expect(run.eventLoopBusy).toBeGreaterThan(0.5);
  await started.dispose();
});

test("a log that reaches its disk limit ends the recording, which is kept, and the app keeps running", async () => {
  const started = await start({
    launch: { program: path.join(appsFolder, "server.js") },
    createRecorder: (launch) => ExactRecorder.create({ ...launch, diskLimit: 2_400_000 }),
    samplingIntervalUs: 200,
  });
  const port = await started.listening;
  started.recording.startRecording();
  const isWritten = started.written.then(() => true);
  while (!(await Promise.race([isWritten, fetch(`http://127.0.0.1:${port}/`).then(() => false)]))) continue;
  const { run } = await started.written;
  expect(run.end).toBe("stopped");
  expect(run.problems).toContainEqual({ code: "exact.diskFilled", values: {}, count: 1 });
  expect(run.threads[0]?.busyTicks).toBeGreaterThan(0);
  await expect.poll(() => started.problems.join()).toContain("The recording reached its disk limit");
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).not.toBe("");
  expect(() => started.recording.startRecording()).toThrow("reached its disk limit");
  await started.dispose();
});

test("a lost connection loses nothing that is in V8's log", () => {
  expect(lostConnectionProblem(true).text).toContain("What was recorded is kept");
  expect(lostConnectionProblem(false).text).toContain("the samples of that process");
});

test("the user's own NODE_OPTIONS stay in effect", async () => {
  const launch = { program: path.join(appsFolder, "server.js"), env: { NODE_OPTIONS: "--stack-trace-limit=23" } };
  const started = await start({ launch });
  await started.listening;
  expect(await started.recording.evaluate("Error.stackTraceLimit")).toBe("23");
  await started.dispose();
});

test("an app that floods its output waits until what it wrote is taken", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-flood-"));
  const program = path.join(folder, "flood.js");
  await writeFile(program, 'const text = "x".repeat(65_535) + "\\n";\nfor (let i = 0; i < 800; i++) process.stdout.write(text);\n');
  let [taking, overlaps, length] = [false, 0, 0];
  const take = async (text: string): Promise<void> => {
    if (taking) overlaps++;
    taking = true;
    length += text.length;
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    taking = false;
  };
  const ended = new Deferred<void>();
  const started = await start({ launch: { program } }, { output: (text) => take(text), ended: () => ended.resolve() });
  await ended.promise;
  await started.dispose();
  await rm(folder, { recursive: true });
  expect(overlaps).toBe(0);
  expect(length).toBe(800 * 65_536);
});
