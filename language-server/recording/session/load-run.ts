import type { SeenResponse } from "../../analysis/load/first-response.ts";
import type { LoadPlan, LoadReport } from "../../analysis/load/load.ts";
import type { RouteWindows } from "../../analysis/timeline/tracks.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { RunEnd } from "../../history/run.ts";
import { Deferred } from "../deferred.ts";
import type { LoadContext } from "../load/load-tool.ts";
import { loadToolList } from "../load/load-tools.ts";
import { findBodyFiles } from "../load/request-body.ts";
import { type ReadCpu, loadByRoutes } from "../passes/routes/routes-load.ts";
import { routesSchedule } from "../passes/routes/routes-schedule.ts";

/** A load ends with requests under way: closed connections are still read by the app, and some even accepted. */
const turnsToRead = 5;

export interface LoadRunContext extends Omit<LoadContext, "signal" | "confirm"> {
  /** Shows doubtful first responses; answered by `proceed` or `abort`. Without it the load always starts. */
  readonly ask?: ((responses: readonly SeenResponse[]) => void) | undefined;
  /** Comes before the first request. */
  readonly prepare: () => Promise<void>;
  /** The requests that follow are the load's own: the app does not count them among those it answered for the user. */
  readonly quiet: () => Promise<void>;
  /** The load has sent its last request; the app reads what was sent within this many turns of its event loop. */
  readonly listen: (turns: number) => Promise<void>;
  /** Called when the load is over; `end` says why. `windows`: of a load by routes, by the machine's monotonic clock. */
  readonly finish: (report: LoadReport | undefined, end: RunEnd, windows?: readonly RouteWindows[]) => Promise<void>;
  readonly fail: (error: UserError) => Promise<void>;
  /** Undefined: each of the plan's routes is loaded only with the others. Else it is loaded alone, too, and the CPU time of that is read. */
  readonly byRoutes?: ReadCpu | undefined;
}

/** A load run, from its start until its window is written. */
export class LoadRun {
  /** True if the load sends requests, false if the user does. */
  readonly isDriven: boolean;
  readonly #abort = new AbortController();
  readonly #over: Promise<void>;
  readonly #decision = new Deferred<boolean>();
  #end: RunEnd = "load-ended";

  constructor(plan: LoadPlan, context: LoadRunContext) {
    this.isDriven = plan.tool !== "manual";
    this.#over = this.#run(plan, context);
  }

  /** Starts the load in spite of doubtful first responses. */
  proceed(): void {
    this.#decision.resolve(true);
  }

  /** Ends it early; the first reason given applies. Resolves when everything is written. */
  async abort(reason: RunEnd): Promise<void> {
    if (!this.#abort.signal.aborted) {
      this.#end = reason;
      this.#abort.abort();
      this.#decision.resolve(false);
    }
    await this.#over;
  }

  async #run(plan: LoadPlan, { finish, fail, ask, prepare, quiet, listen, byRoutes, ...context }: LoadRunContext): Promise<void> {
    const confirm = async (responses: readonly SeenResponse[]): Promise<boolean> => {
      await listen(0);
      ask?.(responses);
      const goesOn = await this.#decision.promise;
      if (goesOn) await quiet();
      return goesOn;
    };
    let loaded: Loaded;
    await prepare();
    try {
      if (this.isDriven) await quiet();
      loaded = await load(await findBodyFiles(plan, context.appFolder), byRoutes, {
        ...context,
        signal: this.#abort.signal,
        ...(ask === undefined ? {} : { confirm }),
      });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      void listen(turnsToRead);
      await fail(error);
      return;
    }
    void listen(turnsToRead);
    await finish(loaded.report, this.#end, loaded.windows);
  }
}

interface Loaded {
  readonly report: LoadReport | undefined;
  readonly windows?: readonly RouteWindows[];
}

async function load(plan: LoadPlan, readCpu: ReadCpu | undefined, context: LoadContext): Promise<Loaded> {
  const tool = loadToolList[plan.tool];
  const steps = readCpu && routesSchedule(plan);
  if (readCpu === undefined || steps === undefined) return { report: await tool.run(plan, context) };
  return loadByRoutes(steps, tool, context, readCpu);
}
