import { caughtUserError, type UserError } from "../../language-server/analysis/user-error.ts";
import { readRun, setSavings } from "../../language-server/history/run-store.ts";
import type { RecordingOptions } from "../../language-server/recording/session/recording-options.ts";
import { measureSavings } from "../../language-server/recording/trials/measured-savings.ts";
import type { CheckedLaunchArguments } from "./launch-arguments.ts";
import type { SessionOutput } from "./session-output.ts";

/** Measures what other ways to start the app save. */
export class MeasuringSavings {
  readonly #abort = new AbortController();
  /** Settles when no process of the app is left. Never rejects with a UserError: the client is notified. */
  readonly over: Promise<void>;

  /** `ended`: the session is over. */
  constructor(
    options: RecordingOptions,
    plan: NonNullable<CheckedLaunchArguments["savings"]>,
    output: Pick<SessionOutput, "savingsProgress" | "savingsMeasured" | "problem">,
    ended: () => void,
  ) {
    this.over = this.#run(options, plan, output).then(ended);
  }

  /** Nothing of it is kept. Resolves when the app has ended. */
  async cancel(): Promise<void> {
    this.#abort.abort();
    await this.over;
  }

  async #run(
    options: RecordingOptions,
    { folder, ...plan }: NonNullable<CheckedLaunchArguments["savings"]>,
    output: Pick<SessionOutput, "savingsProgress" | "savingsMeasured" | "problem">,
  ): Promise<void> {
    const { signal } = this.#abort;
    let error: UserError | undefined;
    try {
      // Not after half a minute.
      await readRun(folder);
      const events = {
        progress: output.savingsProgress.bind(output),
        problem: output.problem.bind(output),
      };
      await setSavings(folder, await measureSavings(options, plan, events, signal));
    } catch (caught) {
      if (signal.aborted) return;
      error = caughtUserError(caught);
    }
    output.savingsMeasured(error);
  }
}
