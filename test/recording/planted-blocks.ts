import http from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Microseconds } from "../../language-server/analysis/units.ts";
import type { StoredRun } from "../../language-server/history/run-store.ts";
import { type OpenedRun, openRunFolder } from "../../language-server/opening/opened-run.ts";
import { Deferred } from "../../language-server/recording/deferred.ts";
import { Recording } from "../../language-server/recording/session/recording.ts";
import { ExactRecorder } from "../../language-server/recording/ticks/exact-recorder.ts";
import type { PlantedBlock } from "../analysis/timeline/judged-blocks.ts";
import { blocksApp } from "../analysis/timeline/stored-blocks.ts";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";

const shortest = 20;
const longest = 250;
/** Between two requests of the light load. */
const lightMs = 20;

interface PlantedRun {
  readonly opened: OpenedRun;
  /** Times since the start of the window. */
  readonly planted: readonly PlantedBlock[];
}

/**
 * Records the app under a light load while it is asked for so many blocks of 20 to 250 ms, on one of two lines each; without any, for
 * `seconds`.
 */
export async function recordPlanted(
  node: string,
  { count, seconds = 0 }: { readonly count: number; readonly seconds?: number },
): Promise<PlantedRun> {
  const runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-blocks-"));
  const listening = new Deferred<string>();
  const recorded = new Deferred<void>();
  const written = new Deferred<StoredRun>();
  let zero: Microseconds = NaN;
  const recording = await Recording.start(
    {
      launch: { program: blocksApp, runtimeExecutable: node },
      workspaceFolders: [path.dirname(blocksApp)],
      runsFolder,
      runName: "blocks",
      bundles: await buildAdapter(),
      createRecorder: async (launch) => {
        const recorder = await ExactRecorder.create(launch);
        const stop = recorder.stop.bind(recorder);
        recorder.stop = async () => {
          const threads = await stop();
          zero = threads[0]?.zeroUs ?? NaN;
          return threads;
        };
        return recorder;
      },
    },
    {
      output: () => undefined,
      ready: ({ origins: [origin] }) => {
        if (origin !== undefined) listening.resolve(origin);
      },
      recording: () => recorded.resolve(),
      loadProgress: () => undefined,
      loadEnded: () => undefined,
      runWritten: (run) => written.resolve(run),
      problem: ({ text }) => written.reject(new Error(text)),
      ended: () => undefined,
    },
  );
  try {
    const origin = await listening.promise;
    recording.startRecording();
    await recorded.promise;
    const planted = await underLightLoad(origin, count === 0 ? () => wait(seconds * 1000) : () => plant(origin, count));
    await recording.stopRecording();
    const { folder, run } = await written.promise;
    const opened = await openRunFolder(folder, run, {});
    const sinceStart = planted.map((block) => ({ ...block, from: block.from - zero, to: block.to - zero }));
    return { opened, planted: sinceStart.filter(({ from }) => from > 0) };
  } finally {
    await recording.stop();
    await rm(runsFolder, { recursive: true });
  }
}

/** Resolves to the blocks, by the machine's clock. */
async function underLightLoad(origin: string, work: () => Promise<unknown>): Promise<readonly PlantedBlock[]> {
  const answers: Promise<string>[] = [];
  const light = setInterval(() => answers.push(answerOf(`${origin}/light`)), lightMs);
  try {
    await work();
    return JSON.parse(await answerOf(`${origin}/planted`)) as readonly PlantedBlock[];
  } finally {
    clearInterval(light);
    await Promise.all(answers);
  }
}

/** The same blocks each time, and idle time or light load alone between two. */
async function plant(origin: string, count: number): Promise<void> {
  const random = randomBy(7);
  for (let block = 0; block < count; block++) {
    const ms = shortest + random() * (longest - shortest);
    await answerOf(`${origin}/${random() < 0.5 ? "crunch" : "parse"}/${ms.toFixed(2)}`);
    await wait(10 + 80 * random());
  }
}

/** By a connection of its own: the app may close one that it has kept while a request is under way. */
function answerOf(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent: false }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        response.on("end", () => resolve(text));
      })
      .on("error", reject);
  });
}

function randomBy(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff;
}
