import * as v from "valibot";
import { askedPasses } from "../../language-server/analysis/passes/asked-passes.ts";
import { caughtUserError, UserError } from "../../language-server/analysis/user-error.ts";
import { readRun } from "../../language-server/history/run-store.ts";
import { runPasses } from "../../language-server/recording/passes/run-passes.ts";
import type { RecordingOptions } from "../../language-server/recording/session/recording-options.ts";
import { checked, checkLoadPlan } from "./launch-arguments.ts";
import type { AdapterRequests } from "./messages.ts";
import type { SessionOutput } from "./session-output.ts";

const requestSchema = v.object({
  folder: v.pipe(v.string(), v.nonEmpty()),
  passes: v.pipe(v.array(v.picklist(askedPasses)), v.minLength(1), v.maxLength(askedPasses.length)),
  endsAfter: v.optional(v.boolean(), false),
});

export type Explained = Readonly<Pick<AdapterRequests["heatline.explain"], "folder" | "passes" | "plan">> & {
  readonly endsAfter: boolean;
};

/** Validates the argument of `heatline.explain`. Rejects with a UserError that says what is wrong. */
export async function checkExplain(value: unknown): Promise<Explained> {
  const request = checked(requestSchema, value);
  const plan = checkLoadPlan(value);
  if (plan.tool === "manual") throw new UserError("pass.noLoad", { tool: plan.tool });
  await readRun(request.folder);
  return { ...request, passes: askedPasses.filter((pass) => request.passes.includes(pass)), plan };
}

/** The passes of a run, one after the other, while the app that the session had is not running. */
export class Explaining {
  readonly #abort = new AbortController();
  /** Settles when no process of theirs is left. Never rejects with a UserError: the client is notified. */
  readonly over: Promise<void>;

  /** `stopped`: the app is not running any more. `restarted`: brings it back after the passes, or ends the session. */
  constructor(
    options: RecordingOptions,
    asked: Explained,
    output: SessionOutput,
    stopped: () => Promise<void>,
    restarted: () => Promise<void>,
  ) {
    this.over = this.#run(options, asked, output, stopped, restarted);
  }

  /** Drops the pass under way and leaves out the others. Resolves when the app of the passes has ended. */
  async cancel(): Promise<void> {
    this.#abort.abort();
    await this.over;
  }

  async #run(
    options: RecordingOptions,
    { folder, passes, plan }: Explained,
    output: SessionOutput,
    stopped: () => Promise<void>,
    restarted: () => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#abort;
    let error: UserError | undefined;
    try {
      await stopped();
      await runPasses(options, { folder, kinds: passes, plan }, output.passEvents(), signal);
    } catch (caught) {
      error = caughtUserError(caught);
    }
    output.explained(error, signal.aborted);
    await restarted();
  }
}
