import type { StoredRun } from "../history/run-store.ts";
import type { ToolCall } from "./tools/tool.ts";
import type { Recorder } from "./measuring/recorder.ts";
import { type OpenedRun, OpenedRuns } from "./runs/opened-runs.ts";
import { type RootList, Roots } from "./runs/roots.ts";
import { StoredRuns } from "./runs/stored-runs.ts";

export interface SessionOptions {
  /** Absolute folders; none: those of the client. */
  readonly roots: readonly string[];
  /** Absolute folders of runs beside the usual ones; the first has the new ones. */
  readonly runs: readonly string[];
  readonly cwd: string;
  /** The bundle of the analysis worker. */
  readonly worker: string;
  /** Commands of the agent's own may be run without a question. */
  readonly allowsCommands: boolean;
}

/** What all calls of a client share. */
export class Session {
  readonly roots: Roots;
  readonly stored: StoredRuns;
  readonly recorder: Recorder;
  readonly allowsCommands: boolean;
  readonly #opened: OpenedRuns;

  constructor({ roots, runs, cwd, worker, allowsCommands }: SessionOptions, recorder: Recorder) {
    this.roots = new Roots(roots, cwd);
    this.stored = new StoredRuns(runs);
    this.#opened = new OpenedRuns(worker);
    this.recorder = recorder;
    this.allowsCommands = allowsCommands;
  }

  /** By handle or id, else the newest that is worth showing. */
  async open(handle: string | undefined, call: ToolCall): Promise<OpenedRun> {
    const roots = await this.roots.of(call);
    return await this.opened(await this.stored.find(handle, roots), roots, call);
  }

  opened(stored: StoredRun, roots: RootList, { signal }: ToolCall): Promise<OpenedRun> {
    return this.#opened.open(stored, roots, signal);
  }

  readonly forgetRoots = (): void => this.roots.forget();

  async close(): Promise<void> {
    this.#opened.close();
    await this.recorder.close();
  }
}
