import path from "node:path";
import { readText } from "../../history/regular-file.ts";
import type { StoredRun } from "../../history/run-store.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { RunView } from "../../answers/run-answers.ts";
import type { Bytes } from "../../analysis/units.ts";
import { WorkerClient } from "../../lsp/runs/worker-client.ts";
import { isTouchable } from "../../platform/paths.ts";
import { ifRefused } from "../../platform/refusals.ts";
import { runHandle } from "../answer/page.ts";
import { type Ask, CurrentCode } from "./current-code.ts";
import type { RootList } from "./roots.ts";

/** Both sides of a comparison, and one more. */
const mostOpen = 3;
/** Larger files are not compared with what ran. */
const largestFile: Bytes = 8 * 1024 * 1024;

/** A run in a worker of its own, which answers about it. */
export interface OpenedRun {
  readonly handle: string;
  readonly folder: string;
  readonly view: RunView;
  readonly roots: RootList;
  readonly code: CurrentCode;
  readonly ask: Ask;
}

interface Held {
  readonly worker: WorkerClient;
  readonly view: Promise<RunView | null>;
  /** Calls that ask it; it is not closed before they have ended. */
  calls: number;
}

/** The runs that were asked about last. Workers analyse, so that this process goes on answering. */
export class OpenedRuns {
  readonly #worker: string;
  readonly #held = new Map<string, Held>();

  /** `worker`: the bundle of the analysis worker. */
  constructor(worker: string) {
    this.#worker = worker;
  }

  /** Rejects with a UserError if the run cannot be read, and with Cancelled. */
  async open({ folder, run }: StoredRun, roots: RootList, signal: AbortSignal): Promise<OpenedRun> {
    const known = this.#held.get(folder);
    const held = known?.worker.alive === true ? known : this.#start(folder, roots);
    this.#held.delete(folder);
    this.#held.set(folder, held);
    const counted = async <Result>(work: Promise<Result>): Promise<Result> => {
      held.calls += 1;
      try {
        return await work;
      } finally {
        held.calls -= 1;
      }
    };
    const view = await counted(held.view);
    this.#closeOld(held);
    if (view === null) throw new UserError("run.gone");
    const ask: Ask = (name, params) => counted(held.worker.request(name, params, signal));
    const textOf = (file: string): Promise<string | null | undefined> => currentText(file, roots);
    return { handle: runHandle(run.id), folder, view, roots, ask, code: new CurrentCode(ask, view, textOf) };
  }

  /** Those that were asked about longest ago, and that nobody waits for now. */
  #closeOld(current: Held): void {
    for (const [folder, held] of this.#held) {
      if (this.#held.size <= mostOpen) return;
      if (held.calls > 0 || held === current) continue;
      held.worker[Symbol.dispose]();
      this.#held.delete(folder);
    }
  }

  close(): void {
    for (const { worker } of this.#held.values()) worker[Symbol.dispose]();
    this.#held.clear();
  }

  #start(folder: string, { folders }: RootList): Held {
    const worker = new WorkerClient({
      file: this.#worker,
      died: (outOfMemory) => new UserError(outOfMemory ? "analysis.outOfMemory" : "analysis.crashed"),
      onDeath: (_, detail) => void process.stderr.write(`heatline: the analysis of ${folder} ended: ${detail}\n`),
    });
    const view = worker.request("open", { folder, ownCode: [], pathMappings: {}, sourceFolders: folders });
    view.catch(() => {
      worker[Symbol.dispose]();
      this.#held.delete(folder);
    });
    return { worker, view, calls: 0 };
  }
}

/** Null for what is not read: outside of the roots, or no file at all. Undefined for a file that is not there, or too large. */
async function currentText(file: string, roots: RootList): Promise<string | null | undefined> {
  if (!isTouchable(file) || !path.isAbsolute(file)) return null;
  const inside = await roots.resolve(file).catch(() => undefined);
  return inside === undefined ? null : await readText(inside, largestFile).catch(ifRefused);
}
