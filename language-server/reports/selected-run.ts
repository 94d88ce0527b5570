import { type Selection, isWholeRun } from "../analysis/selection/selection.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import { UserError } from "../analysis/user-error.ts";
import type { OpenedRun } from "../opening/opened-run.ts";
import type { ReportWords } from "./run-report.ts";
import { scopeText } from "./scope-text.ts";

/** What is selected of a run, to be written to a file. Throws a UserError where that is not a single sample. */
export function selectedRun(
  { run, analysis }: Pick<OpenedRun, "run" | "analysis">,
  selection: Selection,
  words: Pick<ReportWords, "phrase" | "locale">,
): Selected {
  const selected = analysis.select(selection);
  const isEmpty = selected === null || selected.whole.profile.threads.every(({ samples }) => samples.stack.length === 0);
  if (isEmpty && !isWholeRun(selection))
    throw new UserError("selection.empty", { name: run.name, selection: scopeText(selection, analysis.profile.threads, words) });
  return selected ?? analysis.all;
}
