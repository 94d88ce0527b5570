import type { SeenResponse } from "../../analysis/load/first-response.ts";
import type { LoadPlan, LoadReport } from "../../analysis/load/load.ts";
import { UserError } from "../../analysis/user-error.ts";
import type { RunEnd } from "../../history/run.ts";
import { Deferred } from "../deferred.ts";
import type { LoadContext } from "../load/load-tool.ts";
import { loadToolList } from "../load/load-tools.ts";
import { findBodyFiles } from "../load/request-body.ts";

export interface LoadRunContext extends Omit<LoadContext, "signal" | "confirm"> {
  /** Shows doubtful first responses; answered by `proceed` or `abort`. Without it the load always starts. */
  readonly ask?: ((responses: readonly SeenResponse[]) => void) | undefined;
  /** Called when the load is over; `end` says why. */
  readonly finish: (report: LoadReport | undefined, end: RunEnd) => Promise<void>;
  readonly fail: (error: UserError) => Promise<void>;
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

  async #run(plan: LoadPlan, { finish, fail, ask, ...context }: LoadRunContext): Promise<void> {
    const confirm = (responses: readonly SeenResponse[]): Promise<boolean> => {
      ask?.(responses);
      return this.#decision.promise;
    };
    let report: LoadReport | undefined;
    try {
      report = await loadToolList[plan.tool].run(await findBodyFiles(plan, context.appFolder), {
        ...context,
        signal: this.#abort.signal,
        ...(ask === undefined ? {} : { confirm }),
      });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      await fail(error);
      return;
    }
    await finish(report, this.#end);
  }
}
