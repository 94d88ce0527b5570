import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { LoadPlan, LoadProgress } from "../../language-server/analysis/load/load.ts";
import { listRuns } from "../../language-server/history/run-store.ts";
import type { Run } from "../../language-server/history/run.ts";
import { readRecoveryNote } from "../../language-server/recording/session/notes/recovery-note.ts";
import { shortWorkProblem } from "../../language-server/recording/short-work.ts";
import { localisedFailure } from "../../language-server/texts/localised.ts";
import type { LaunchArguments } from "../../extension/debug-adapter/launch-arguments.ts";
import { stateEntries, stateEnv, stateFolder } from "../drivers/state-folder.ts";
import { DapClient, loadPlan, type RecorderChoice } from "../drivers/adapter/dap-client.ts";
import type { MarkedProcess } from "../drivers/adapter/session-processes.ts";

/** What is left after a session. */
export interface Outcome {
  /** Everything that the user was shown, one message per line. */
  readonly reported: string;
  readonly runs: readonly Run[];
  /** Runs kept in the private folder because the runs folder could not be written. */
  readonly keptApart: readonly Run[];
  readonly processes: readonly MarkedProcess[];
  /** What else Heatline left in its private folder and in the temporary one. */
  readonly folders: readonly string[];
}

type Parts = Pick<FaultySession, "recorder" | "node" | "temporary" | "runsFolder">;

const keptApart = "unsaved-";

/** Longer than a test, and no faster than is needed: several of these run at once. */
const usual = { durationSeconds: 60, warmupSeconds: 0, ratePerSecond: 200 } as const;

const busyMachine = localisedFailure(shortWorkProblem, "en").message;

/** A session with a fault, whose adapter has a temporary folder of its own, with the private folder in it. */
export class FaultySession implements AsyncDisposable {
  readonly client: DapClient;
  readonly recorder: RecorderChoice;
  /** The app's Node. */
  readonly node: string;
  readonly temporary: string;
  readonly runsFolder: string;
  /** The folder to remove at the end; undefined if another session removes it. */
  readonly #folder: string | undefined;
  readonly #refusals: string[] = [];

  private constructor(client: DapClient, folder: string | undefined, parts: Parts) {
    this.client = client;
    this.recorder = parts.recorder;
    this.node = parts.node;
    this.#folder = folder;
    this.temporary = parts.temporary;
    this.runsFolder = parts.runsFolder;
  }

  /** `prepare` may change or replace the folders; it returns changes of the adapter's environment. `node` runs the app. */
  static async start(
    recorder: RecorderChoice,
    prepare: (temporary: string, runsFolder: string) => Promise<Readonly<Record<string, string>>> = () => Promise.resolve({}),
    node = process.execPath,
  ): Promise<FaultySession> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "fault-"));
    const parts = { recorder, node, temporary: path.join(folder, "tmp"), runsFolder: path.join(folder, "runs") };
    await mkdir(parts.temporary);
    const env = await prepare(parts.temporary, parts.runsFolder);
    const temporary = env["TMPDIR"] ?? parts.temporary;
    const surroundings = { TMPDIR: temporary, ...stateEnv(temporary), ...env };
    return new FaultySession(await DapClient.start(recorder, "en", surroundings), folder, { ...parts, temporary });
  }

  /** A session with the same folders and an adapter of its own: a second window, or the next session. */
  async beside(recorder: RecorderChoice): Promise<FaultySession> {
    const client = await DapClient.start(recorder, "en", { TMPDIR: this.temporary, ...stateEnv(this.temporary) });
    const { node, temporary, runsFolder } = this;
    return new FaultySession(client, undefined, { recorder, node, temporary, runsFolder });
  }

  /** The result of the work; undefined if the adapter refuses it, which counts as reported. */
  async attempt<Result>(work: Promise<Result>): Promise<Result | undefined> {
    try {
      return await work;
    } catch (error) {
      this.#refusals.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  async launch(program: string, launch: Partial<LaunchArguments> = {}): Promise<void> {
    await this.attempt(this.client.launch(program, { runsFolder: this.runsFolder, runtimeExecutable: this.node, ...launch }));
  }

  /** Launches the app under a load that would go on; resolves in the middle of the measured part, to the app's port. */
  async measure(changes: Partial<LoadPlan> = {}, program = "server.js", launch: Partial<LaunchArguments> = {}): Promise<number> {
    await this.launch(program, launch);
    const port = await this.client.waitForPort();
    await this.client.request("heatline.startLoad", { plan: loadPlan(port, { ...usual, ...changes }) });
    await this.client.waitForLoad("measuring");
    return port;
  }

  /** The same, until at least a second's requests are where they survive the end of the adapter; those of the inspector's recorder do not. */
  async measureRequests(): Promise<void> {
    await this.measure();
    // Kept at each progress, which comes twice a second.
    await this.moreRequests();
    await this.moreRequests();
    if (this.recorder === "exact") await this.noted();
  }

  /** Waits until busy samples of the recording were read. */
  async seen(): Promise<void> {
    const isBusy = (folder: string): boolean =>
      (JSON.parse(readFileSync(path.join(folder, "run.json"), "utf8")) as Run).threads.some(({ busyTicks }) => busyTicks > 0);
    await this.client.waitFor("heatline.liveRun", ({ folder }) => typeof folder === "string" && isBusy(folder));
  }

  /** Waits until this many more requests were answered. */
  async moreRequests(more = 20): Promise<void> {
    const requests = (each: Partial<LoadProgress>): number => each.figures?.requests ?? 0;
    const before = requests(this.client.all("heatline.loadProgress").at(-1) ?? {});
    await this.client.waitFor("heatline.loadProgress", (each) => requests(each) >= before + more);
  }

  /** Waits until the session's recovery note has requests, which survive the end of the adapter. */
  async noted(): Promise<void> {
    const folder = await this.sessionFolder();
    while (((await readRecoveryNote(folder))?.load?.requests ?? 0) === 0) await this.moreRequests(1);
  }

  /** Launches the app, records it without a load and sends some requests; resolves to its port. */
  async record(program = "server.js"): Promise<number> {
    await this.launch(program);
    const port = await this.client.waitForPort();
    const before = this.client.all("heatline.recording").length;
    await this.client.request("heatline.startRecording");
    await this.client.waitFor(
      "heatline.recording",
      (each) => each["recording"] === true && this.client.all("heatline.recording").length > before,
    );
    for (let count = 0; count < 50; count += 1) await fetch(`http://127.0.0.1:${port}/`);
    return port;
  }

  get appPid(): number {
    return Number(this.client.all("heatline.ready").at(-1)?.["pid"]);
  }

  /** Id of the session's process whose command line contains this. */
  async pidOf(command: string): Promise<number> {
    const found = (await this.client.processes()).find((each) => each.command.includes(command));
    if (found === undefined) throw new Error(`There is no ${command}.`);
    return found.pid;
  }

  async signal(command: string, signal: NodeJS.Signals): Promise<void> {
    process.kill(await this.pidOf(command), signal);
  }

  /** The folder of the session, in the private folder. */
  async sessionFolder(): Promise<string> {
    const [name, ...others] = (await stateEntries(this.temporary)).filter((each) => each.startsWith("s-"));
    if (name === undefined || others.length > 0) throw new Error(`Not one folder: ${[name, ...others].join()}`);
    return path.join(stateFolder(this.temporary), name);
  }

  /** Ends what still runs, and looks at what is left. */
  async outcome(): Promise<Outcome> {
    if (this.client.process.exitCode === null && this.client.process.signalCode === null) await this.client.stop();
    const processes = await this.client.processesLeft();
    const left = await stateEntries(this.temporary);
    const apart = left.filter((name) => name.startsWith(keptApart));
    const keptRuns = await Promise.all(apart.map((name) => listRuns(path.join(stateFolder(this.temporary), name))));
    const elsewhere = (await readdir(this.temporary).catch(() => [])).filter((name) => name.startsWith("heatline-"));
    return {
      reported: this.reported,
      runs: (await listRuns(this.runsFolder)).map(({ run }) => run).toReversed(),
      keptApart: keptRuns.flat().map(({ run }) => run),
      processes,
      folders: [...left.filter((name) => !name.startsWith(keptApart)), ...elsewhere],
    };
  }

  /** Without what is reported of a busy machine alone. */
  get reported(): string {
    const problems = [...this.client.all("heatline.problem"), ...this.client.all("heatline.loadEnded").map(({ error }) => error ?? {})];
    const texts = (problems as readonly { readonly message?: string; readonly remedy?: string }[]).map(
      ({ message, remedy }) => `${message ?? ""} ${remedy ?? ""}`,
    );
    return [...this.#refusals, ...texts].filter((text) => text.trim() !== "" && !text.startsWith(busyMachine)).join("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client[Symbol.asyncDispose]();
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
