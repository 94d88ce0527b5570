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
import { monotonicUs } from "../../language-server/recording/ticks/thread-clock.ts";
import { ExactRecorder } from "../../language-server/recording/ticks/exact-recorder.ts";
import type { PlantedBlock } from "../analysis/timeline/judged-blocks.ts";
import { blocksApp } from "../analysis/timeline/stored-blocks.ts";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";

const shortest = 20;
const longest = 250;
/** Between two requests of the light load. */
const lightMs = 20;
/** Work of each request of many clients. */
const shortMs = 6;

/** Times are since the start of the window. */
interface PlantedRun {
  readonly opened: OpenedRun;
  readonly planted: readonly PlantedBlock[];
  /** When requests were answered, in order. */
  readonly answers: readonly Microseconds[];
}

interface Plan {
  /** Of blocks of 20 to 250 ms, on one of two lines each. */
  readonly count: number;
  /** How long without any. */
  readonly seconds?: number;
  /** Clients that each send one request of some milliseconds after the other; by default there is a light load. */
  readonly clients?: number;
}

/** Records the app under load while it is asked for blocks. */
export async function recordPlanted(node: string, { count, seconds = 0, clients = 0 }: Plan): Promise<PlantedRun> {
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
    const app = new Client(origin);
    const load = clients === 0 ? lightLoad : (client: Client) => fullLoad(client, clients);
    const planted = await underLoad(app, load, () => (count === 0 ? wait(seconds * 1000) : plant(app, count)));
    await recording.stopRecording();
    const { folder, run } = await written.promise;
    const opened = await openRunFolder(folder, run, {});
    const sinceStart = planted.map((block) => ({ ...block, from: block.from - zero, to: block.to - zero }));
    return { opened, planted: sinceStart.filter(({ from }) => from > 0), answers: app.answers.map((time) => time - zero) };
  } finally {
    await recording.stop();
    await rm(runsFolder, { recursive: true });
  }
}

class Client {
  /** When each request was answered, by the machine's clock. */
  readonly answers: Microseconds[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** By default by a connection of its own: the app may close one that it has kept while a request is under way. */
  get(path: string, agent: http.Agent | false = false): Promise<string> {
    return new Promise((resolve, reject) => {
      http
        .get(this.#origin + path, { agent }, (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
          response.on("end", () => {
            this.answers.push(monotonicUs());
            resolve(text);
          });
        })
        .on("error", reject);
    });
  }
}

/** Starts a load; resolves once all is answered that was sent until it was ended. */
type Load = (app: Client) => { readonly end: () => Promise<unknown> };

/** Resolves to the blocks, by the machine's clock. */
async function underLoad(app: Client, load: Load, work: () => Promise<unknown>): Promise<readonly PlantedBlock[]> {
  const { end } = load(app);
  try {
    await work();
    return JSON.parse(await app.get("/planted")) as readonly PlantedBlock[];
  } finally {
    await end();
  }
}

function lightLoad(app: Client): ReturnType<Load> {
  const answers: Promise<string>[] = [];
  const light = setInterval(() => answers.push(app.get("/light/0.3")), lightMs);
  return {
    end: () => {
      clearInterval(light);
      return Promise.all(answers);
    },
  };
}

function fullLoad(app: Client, clients: number): ReturnType<Load> {
  const ended = new AbortController();
  const agent = new http.Agent({ keepAlive: true });
  const send = async (): Promise<void> => {
    while (!ended.signal.aborted) await app.get(`/light/${shortMs}`, agent);
  };
  const all = Array.from({ length: clients }, send);
  return {
    end: async () => {
      ended.abort();
      await Promise.all(all);
      agent.destroy();
    },
  };
}

/** The same blocks each time, and the load alone between two. */
async function plant(app: Client, count: number): Promise<void> {
  const random = randomBy(7);
  for (let block = 0; block < count; block++) {
    const ms = shortest + random() * (longest - shortest);
    await app.get(`/${random() < 0.5 ? "crunch" : "parse"}/${ms.toFixed(2)}`);
    await wait(10 + 80 * random());
  }
}

function randomBy(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) / 0x7fffffff;
}
