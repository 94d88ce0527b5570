import { isUserError, type UserError } from "../../analysis/user-error.ts";
import { RunImports } from "../../answers/imports/run-imports.ts";
import { setSavings } from "../../history/run-store.ts";
import type { RecordingOptions } from "../../recording/session/recording-options.ts";
import { measureSavings } from "../../recording/trials/measured-savings.ts";
import type { Terminal } from "../command.ts";
import type { OpenedTarget } from "../targets/target.ts";
import { StatusLine } from "./status-line.ts";
import { exit } from "../terminal.ts";

const terminating = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls `interrupt` when `ending` aborts; without it at each terminating signal, from now on. */
export function whenInterrupted(interrupt: () => void, ending: AbortSignal | undefined): void {
  if (ending?.aborted === true) interrupt();
  else if (ending !== undefined) ending.addEventListener("abort", interrupt, { once: true });
  else for (const signal of terminating) process.on(signal, interrupt);
}

/** Has terminating signals abort what is under way, in place of what they did before, until it is disposed of. A second one exits at once. */
export function reserveSignals(abort: AbortController, ending: () => void): Disposable {
  const interrupt = (): void => {
    // The watchdog ends the app.
    if (abort.signal.aborted) exit(130);
    abort.abort();
    ending();
  };
  const signals = terminating.map((signal) => ({ signal, others: process.listeners(signal) }));
  for (const { signal } of signals) process.removeAllListeners(signal).on(signal, interrupt);
  return {
    [Symbol.dispose]: () => {
      for (const { signal, others } of signals) {
        process.off(signal, interrupt);
        for (const other of others) process.on(signal, other);
      }
    },
  };
}

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
