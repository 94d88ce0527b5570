import type { AnalysisRequestName, ParamsOf, ResultOf } from "../worker/analysis-messages.ts";
import type { OpenParams, RunView } from "../../answers/run-answers.ts";
import type { Selection } from "../../analysis/selection/selection.ts";
import { Cancelled } from "../cancelled.ts";
import { WorkerClient, type WorkerClientOptions } from "./worker-client.ts";

/** Creates the workers of a connection. One can be started ahead: starting takes longer than analysing most runs. */
export class Workers implements Disposable {
  readonly #options: WorkerClientOptions;
  #ahead: WorkerClient | undefined;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
  }

  start(): WorkerClient {
    return new WorkerClient(this.#options);
  }

  /** Starts a worker for the next `take`. */
  startAhead(): void {
    if (this.#ahead?.alive !== true) this.#ahead = this.start();
  }

  /** The worker started ahead, or a new one. */
  take(): WorkerClient {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead?.alive === true ? ahead : this.start();
  }

  [Symbol.dispose](): void {
    this.#ahead?.[Symbol.dispose]();
  }
}

/**
 * The worker that holds the shown run, until its last view is disposed. After a crash the next request starts a new one with the same run
 * and selection.
 */
export class RunWorker {
  readonly #workers: Workers;
  #params: OpenParams;
  #selection: Selection;
  #worker: Promise<WorkerClient>;
  #current: WorkerClient;
  /** The last one that was asked for. */
  #change: Promise<void> = Promise.resolve();
  #holders = 0;
  #disposed = false;

  private constructor(worker: WorkerClient, view: RunView, params: OpenParams, workers: Workers) {
    this.#workers = workers;
    this.#params = { ...params, folder: view.folder };
    this.#selection = view.selection;
    this.#worker = Promise.resolve(worker);
    this.#current = worker;
  }

  /** Null if `runsFolder` has no readable run. Throws a UserError for a corrupt or foreign folder; aborting stops the work at once. */
  static async start(
    params: OpenParams,
    workers: Workers,
    signal: AbortSignal,
  ): Promise<{ readonly worker: RunWorker; readonly view: RunView } | null> {
    const client = workers.take();
    let view: RunView | null = null;
    try {
      view = await client.request("open", params, signal);
    } finally {
      if (view === null) client[Symbol.dispose]();
    }
    return view === null ? null : { worker: new RunWorker(client, view, params, workers), view };
  }

  async request<Name extends AnalysisRequestName>(name: Name, params: ParamsOf<Name>, signal?: AbortSignal): Promise<ResultOf<Name>> {
    const worker = await this.#liveWorker();
    return worker.request(name, params, signal);
  }

  /** Opens another run in the same worker, which keeps what it has read. If that fails or is cancelled, the old run stays open. */
  async open(params: OpenParams, signal: AbortSignal): Promise<RunView | null> {
    const view = await this.#changed("open", params, signal, async (worker) => {
      // The folder of a live run may be gone, and another state of it follows.
      if (this.#params.profile === undefined) return;
      await worker.request("open", this.#params);
      await worker.request("select", { selection: this.#selection });
    });
    if (view === null) return null;
    this.#params = { ...params, folder: view.folder };
    this.#selection = view.selection;
    return view;
  }

  /** Null if the run has none of the threads. */
  async select(selection: Selection, signal: AbortSignal): Promise<RunView | null> {
    const view = await this.#changed("select", { selection }, signal, (worker) => worker.request("select", { selection: this.#selection }));
    if (view !== null) this.#selection = view.selection;
    return view;
  }

  /** How its profile was opened; undefined for a run of Heatline's. */
  get profile(): OpenParams["profile"] {
    return this.#params.profile;
  }

  hold(): this {
    this.#holders += 1;
    return this;
  }

  release(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    this.#disposed = true;
    this.#current[Symbol.dispose]();
  }

  /**
   * A change that is cancelled may have been made all the same: the worker then returns to the former state, before any later request. The
   * next change begins after that.
   */
  async #changed<Name extends "open" | "select">(
    name: Name,
    params: ParamsOf<Name>,
    signal: AbortSignal,
    undo: (worker: WorkerClient) => Promise<unknown>,
  ): Promise<RunView | null> {
    const before = this.#change;
    let end = (): void => {};
    this.#change = new Promise((resolve) => (end = resolve));
    await before;
    if (signal.aborted) {
      end();
      throw new Cancelled();
    }
    try {
      return await this.request(name, params, signal);
    } catch (error) {
      const worker = this.#current;
      if (error instanceof Cancelled && !this.#disposed && worker.alive) {
        const [same, undone] = [(): WorkerClient => worker, undo(worker)];
        // If it fails, the worker has ended or has kept the former state.
        this.#worker = undone.then(same, same);
      }
      throw error;
    } finally {
      end();
    }
  }

  async #liveWorker(): Promise<WorkerClient> {
    if (this.#disposed) throw new Cancelled();
    if (!this.#current.alive) {
      this.#current = this.#workers.take();
      this.#worker = this.#reopen(this.#current);
    }
    return this.#worker;
  }

  async #reopen(worker: WorkerClient): Promise<WorkerClient> {
    try {
      await worker.request("open", this.#params);
      await worker.request("select", { selection: this.#selection });
    } catch (error) {
      worker[Symbol.dispose]();
      throw error;
    }
    return worker;
  }
}
