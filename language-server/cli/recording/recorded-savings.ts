import { isUserError, type UserError } from "../../analysis/user-error.ts";
import { RunImports } from "../../answers/imports/run-imports.ts";
import { setSavings } from "../../history/run-store.ts";
import type { RecordingOptions } from "../../recording/session/recording-options.ts";
import { measureSavings } from "../../recording/trials/measured-savings.ts";
import type { Terminal } from "../command.ts";
import type { OpenedTarget } from "../targets/target.ts";
import { reserveSignals } from "./reserved-signals.ts";
import { StatusLine } from "./status-line.ts";

/**
 * Starts the recorded app in other ways, and writes what they save into its run. A terminating signal ends that without a trace; a second one exits at
 * once. Resolves with what came of it, when no process of the app is left.
 */
export async function recordSavings(
  options: Omit<RecordingOptions, "createRecorder">,
  { analysis, folder, run }: Pick<OpenedTarget, "analysis" | "folder" | "run">,
  requests: readonly string[],
  terminal: Terminal,
  onProblem: (problem: UserError) => void,
): Promise<"measured" | "interrupted" | "failed"> {
  const status = new StatusLine(terminal);
  const abort = new AbortController();
  using _signals = reserveSignals(abort, () => status.say({ code: "command.savings.ending" }));
  status.say({ code: "command.savings.measuring" });
  try {
    const { candidates } = new RunImports(analysis, analysis.all);
    const progress = (values: { readonly starts: number; readonly rounds: number }): void =>
      status.show(terminal.words.say({ code: "command.savings.progress", values }));
    const plan = { candidates, requests, since: run.startedAt };
    await setSavings(folder, await measureSavings(options, plan, { progress, problem: onProblem }, abort.signal));
    return "measured";
  } catch (error) {
    if (abort.signal.aborted) return "interrupted";
    if (!isUserError(error)) throw error;
    status.clear();
    onProblem(error);
    return "failed";
  } finally {
    status.clear();
  }
}
