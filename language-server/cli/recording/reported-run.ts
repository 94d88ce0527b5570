import { isWorthless, standingOf } from "../../analysis/compare/before/standing.ts";
import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import { redirectsOnly } from "../../analysis/load/reports/statuses.ts";
import type { UserError } from "../../analysis/user-error.ts";
import { costRows } from "../../answers/cost-rows.ts";
import { runAdvice } from "../../answers/run-advice.ts";
import { routesText } from "../../reports/run-report.ts";
import type { Terminal } from "../command.ts";
import { shortPath, textReport } from "../report/report-text.ts";
import { type OpenedTarget, openTarget } from "../targets/target.ts";
import { styleFor } from "../terminal.ts";
import { reportWordsIn } from "../words/report-words.ts";

export const usualFolder = "heatline-runs";
/** The exit code where the run shows an app that answers nothing but errors. */
export const failedLoad = 4;
const topAfterwards = 5;

/** Prints each problem as it comes, with its place in a form that terminals make a link of. */
export class ReportedProblems {
  readonly #terminal: Pick<Terminal, "err" | "words">;
  /** Whether nothing had to be reported. */
  isEmpty = true;

  constructor(terminal: Pick<Terminal, "err" | "words">) {
    this.#terminal = terminal;
  }

  readonly report = ({ coded, place }: UserError): void => {
    this.isEmpty = false;
    const { err, words } = this.#terminal;
    const at = place === undefined ? "" : `    at ${harmless(shortPath(place.file))}:${place.line}:${place.column}\n`;
    err.write(`heatline: ${harmless(words.say(coded))}\n${at}`);
  };
}

/** Says that there is no run, unless problems have said why. */
export function reportNoRun(problems: ReportedProblems, isStoppedInWarmup: boolean, { err, words }: Terminal): void {
  if (problems.isEmpty)
    err.write(`heatline: ${words.say({ code: isStoppedInWarmup ? "command.stoppedInWarmup" : "command.nothingRecorded" })}\n`);
}

/** Prints the hottest code of what was recorded, and where the run is. Of a start that failed, the costs are those of loading: not shown. */
export async function reportRun(folder: string, terminal: Terminal): Promise<{ readonly opened: OpenedTarget; readonly isShown: boolean }> {
  const { out, err, env, words } = terminal;
  const opened = await openTarget(folder);
  const redirects = opened.run.load === undefined ? undefined : redirectsOnly(opened.run.load);
  if (redirects !== undefined)
    err.write(`heatline: ${harmless(words.say({ code: "command.onlyRedirects", values: { statuses: redirects } }))}\n`);
  const isShown = !isWorthless(standingOf(opened.run));
  if (isShown) {
    const { all } = opened.analysis;
    const shown = { selected: costRows(all), advice: runAdvice(opened, all), routesText: routesText(opened, reportWordsIn(words)) };
    out.write(`${textReport(opened, shown, topAfterwards, styleFor(out, env, words))}\n`);
  }
  out.write(`${harmless(words.say({ code: "command.runIsIn", values: { folder: shortPath(folder) } }))}\n`);
  return { opened, isShown };
}
