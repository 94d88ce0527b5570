import type { AskedPass } from "../../analysis/passes/asked-passes.ts";
import type { LoadPlan } from "../../analysis/load/load.ts";
import { isUserError, type UserError } from "../../analysis/user-error.ts";
import { caughtUp } from "../../recording/back-pressure.ts";
import { runPasses } from "../../recording/passes/run-passes.ts";
import { exactElseInspector, inspectorOnly } from "../../recording/session/default-recorder.ts";
import type { RecordingOptions } from "../../recording/session/recording-options.ts";
import type { Terminal } from "../command.ts";
import { reserveSignals } from "./recorded-savings.ts";
import { reportPasses } from "./pass-status.ts";
import { StatusLine } from "./status-line.ts";

interface RecordedPasses {
  /** Of the run that they are of. */
  readonly folder: string;
  readonly kinds: readonly AskedPass[];
  /** That of the run. */
  readonly plan: LoadPlan;
  /** Of the run, as reported by the load tool. */
  readonly requestsPerSecond: number | undefined;
}

/**
 * Measures the run's code again for each pass. A terminating signal drops the pass under way; a second one exits at once. Resolves with whether all of
 * them were written, when no process of the app is left.
 */
export async function recordPasses(
  recorder: "exact" | "inspector",
  options: Omit<RecordingOptions, "createRecorder">,
  { folder, kinds, plan, requestsPerSecond: before }: RecordedPasses,
  terminal: Terminal,
  onProblem: (problem: UserError) => void,
): Promise<boolean> {
  const status = new StatusLine(terminal);
  using reported = reportPasses(status, terminal.words);
  const { words } = terminal;
  const abort = new AbortController();
  // In place of those for the run, which is over.
  using _signals = reserveSignals(abort, () => status.say({ code: "command.passesEnding" }));
  try {
    await runPasses(
      { ...options, createRecorder: recorder === "exact" ? exactElseInspector : inspectorOnly },
      { folder, kinds, plan },
      {
        output: (_text, stream, bytes) => {
          status.makeWay(bytes);
          const out = terminal[stream === "stdout" ? "out" : "err"];
          out.write(bytes);
          return caughtUp(out);
        },
        progress: reported.progress,
        passWritten: ({ run }) => {
          const after = run.load?.requestsPerSecond;
          if (run.pass === undefined || run.pass === "ticks" || after === undefined) return;
          const rate = (perSecond: number): string => words.say({ code: "report.perSecond", values: { requests: Math.round(perSecond) } });
          const inRun = before === undefined ? "" : ` (${words.say({ code: "command.inRun", values: { rate: rate(before) } })})`;
          status.say({ code: `command.passWritten.${run.pass}`, values: { rate: rate(after), inRun } });
        },
        problem: onProblem,
      },
      abort.signal,
    );
    return !abort.signal.aborted;
  } catch (error) {
    if (!isUserError(error)) throw error;
    status.clear();
    onProblem(error);
    return false;
  } finally {
    status.clear();
  }
}
