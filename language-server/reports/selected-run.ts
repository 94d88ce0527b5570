import { type Selection, isWholeRun } from "../analysis/selection/selection.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import { noFilter, takesAway } from "../analysis/selection/stack-filter.ts";
import { UserError } from "../analysis/user-error.ts";
import type { Run } from "../history/run.ts";
import type { OpenedRun } from "../opening/opened-run.ts";
import type { ReportWords } from "./run-report.ts";
import { selectionText } from "./selection-text.ts";

/** What is selected of a run, to be written to a file. Throws a UserError where its threads and spans have not a single sample. */
export function selectedRun({ run, analysis }: Pick<OpenedRun, "run" | "analysis">, selection: Selection, words: ReportWords): Selected {
  const selected = analysis.select(selection);
  const isEmpty = selected === null || selected.whole.profile.threads.every(({ samples }) => samples.stack.length === 0);
  if (isEmpty && !isWholeRun(selection)) throw nothingSelected(run, { ...selection, filter: noFilter }, words);
  return selected ?? analysis.all;
}

/** What of it is shown to people, for whom a filter holds. Throws a UserError where that leaves nothing, too. */
export function filteredRun(opened: Pick<OpenedRun, "run" | "analysis">, selection: Selection, words: ReportWords): Selected {
  const selected = selectedRun(opened, selection, words);
  if (selected.isEmpty && takesAway(selection.filter)) throw nothingSelected(opened.run, selection, words);
  return selected;
}

export function nothingSelected(run: Pick<Run, "name" | "threads">, selection: Selection, words: ReportWords): UserError {
  return new UserError("selection.empty", { name: run.name, selection: selectionText({ selection, run }, words) });
}
