import { harmless } from "../../analysis/escaping/terminal-text.ts";
import { startSavings } from "../../answers/imports/savings.ts";
import { savingText, savingsTitle } from "../../reports/savings-report.ts";
import { pathEnd } from "../report/report-text.ts";
import type { OpenedTarget } from "../targets/target.ts";
import type { Style } from "../terminal.ts";
import { reportWordsIn } from "../words/report-words.ts";

/** What other ways to start would save, or how that is measured; none for a run that is not of starts. */
export function savingsText({ run, pathNow }: Pick<OpenedTarget, "run" | "pathNow">, style: Style): readonly string[] {
  const found = startSavings(run);
  if (found === undefined) return run.startup === undefined ? [] : [style.dim(style.words.say({ code: "command.savings.how" }))];
  const words = reportWordsIn(style.words);
  const pathOf = (path: string): string => pathEnd(pathNow(path));
  const rows = found.savings.map((saving) => {
    const text = harmless(savingText(saving, found, words, pathOf));
    return saving.measured?.verdict === "saves" ? text : style.dim(text);
  });
  return [style.bold(savingsTitle(found, words)), ...(rows.length > 0 ? rows : [style.dim(style.words.say({ code: "savings.nothing" }))])];
}
