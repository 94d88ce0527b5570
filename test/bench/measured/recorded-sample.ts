import { execFile } from "node:child_process";
import { link, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type LoadDefaults, planFrom } from "../../../language-server/analysis/load/load.ts";
import { openRun, runExpected } from "../../../language-server/protocol/shown-run.ts";
import { Deferred } from "../../../language-server/recording/deferred.ts";
import { exactElseInspector } from "../../../language-server/recording/session/default-recorder.ts";
import { Recording } from "../../../language-server/recording/session/recording.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { sampleFile } from "../../samples/samples.ts";
import { repository } from "../../workbench/installation.mjs";
import { withWatchedServer } from "./watched-server.ts";

interface Manifest {
  readonly scripts: { readonly start: string; readonly prestart?: string };
  readonly heatline: { readonly load: LoadDefaults };
}

/**
 * Records a sample under its own load as the editor does, with live heat in a language server. Resolves to the seconds from the end of the
 * load, by the load tool's clock, until the server has the finished run's costs. V8's log is kept at `log`.
 */
export async function recordSample(sample: string, log: string): Promise<number> {
  const manifest = JSON.parse(await readFile(sampleFile(sample, "before", "package.json"), "utf8")) as Manifest;
  const cwd = fileURLToPath(sampleFile(sample, "before", ""));
  const [compiler, ...compilerArgs] = manifest.scripts.prestart?.split(" ") ?? [];
  if (compiler !== undefined) await promisify(execFile)(path.join(repository, "node_modules/.bin", compiler), compilerArgs, { cwd });
  const args = manifest.scripts.start.split(" ").slice(1);
  const runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
  try {
    const { result } = await withWatchedServer(runsFolder, async (client) => {
      const { watchdog, autocannonChild, tickLogWorker, inApp } = await buildAdapter();
      const origin = new Deferred<string>();
      const written = new Deferred<string>();
      const fail = (why: string): void => {
        origin.reject(new Error(`${sample}: ${why}`));
        written.reject(new Error(`${sample}: ${why}`));
      };
      let ticks = "";
      let isWritten = false;
      let live: Promise<unknown> | undefined;
      await client.connection.sendNotification(runExpected.method, {});
      await using recording = await Recording.start(
        {
          launch: { program: path.join(cwd, args.at(-1) ?? ""), cwd, env: { PORT: "0" }, runtimeArgs: args.slice(0, -1) },
          workspaceFolders: [cwd],
          runsFolder,
          runName: sample,
          bundles: { watchdog, autocannonChild, tickLogWorker, inApp },
          createRecorder: (launch) => {
            ticks = path.join(launch.sessionFolder, "ticks");
            return exactElseInspector(launch);
          },
        },
        {
          output: () => undefined,
          ready: ({ origins }) => {
            if (origins[0] !== undefined) origin.resolve(origins[0]);
          },
          recording: () => undefined,
          loadProgress: () => undefined,
          loadEnded: () => undefined,
          liveRun: (run) => {
            if (run === undefined || live !== undefined || isWritten) return;
            live = client.request(openRun, { folder: run.folder, live: true }).finally(() => (live = undefined));
            // Rejected if the next state has replaced this one; that one is shown instead.
            live.catch(() => undefined);
          },
          runWritten: ({ folder }) => {
            isWritten = true;
            written.resolve(folder);
          },
          problem: ({ text }) => console.log(text),
          ended: () => fail("the app ended."),
        },
      );
      recording.startLoad(planFrom({ ...manifest.heatline.load, baseUrl: await origin.promise }));
      const folder = await written.promise;
      await client.request(openRun, { folder });
      const ready = Date.now();
      await link(await largestIn(ticks), log);
      return (ready - (await loadEnd(folder))) / 1000;
    });
    return result;
  } finally {
    await rm(runsFolder, { recursive: true });
  }
}

/** The latest time at which the load tool can have stopped: the window's opening plus the measured time; sending starts after the opening. */
async function loadEnd(folder: string): Promise<number> {
  const run = JSON.parse(await readFile(path.join(folder, "run.json"), "utf8")) as {
    readonly startedAt: string;
    readonly load?: { readonly durationSeconds?: number };
  };
  if (run.load?.durationSeconds === undefined) throw new Error("The run has no load report.");
  return Date.parse(run.startedAt) + 1000 * run.load.durationSeconds;
}

async function largestIn(folder: string): Promise<string> {
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const largest = files[sizes.indexOf(Math.max(...sizes))];
  if (largest === undefined) throw new Error(`No log in ${folder}.`);
  return largest;
}
