import { harmless } from "../analysis/escaping/terminal-text.ts";
import { allocationsOf } from "../answers/allocations/run-allocations.ts";
import { ShownWaits } from "../answers/waits/shown-waits.ts";
import { routesText } from "../reports/routes-text.ts";
import { problemList } from "./report/report-text.ts";
import { hotCountsOf, type OpenedTarget, openWaits } from "./targets/target.ts";
import type { Style } from "./terminal.ts";
import { countsText } from "./report/counts-text.ts";
import { allocationsText, waitsText } from "./report/passes-text.ts";
import { reportWordsIn } from "./words/report-words.ts";

const mostWaits = 5;
const mostCounts = 5;

/** What the passes of a run found: which route its busy time is of, and which lines waited longest, how often code ran, which functions allocate, and what is missing; "" for nothing. */
export async function passFindings(run: OpenedTarget, style: Style): Promise<string> {
  const routes = routesText(run, reportWordsIn(style.words));
  const waits = await openWaits(run, {});
  const longest = waits === undefined ? [] : new ShownWaits(waits, undefined).longest({ threshold: 0, limit: mostWaits });
  const counts = await hotCountsOf(run, {}, mostCounts);
  // The run's own were shown with its report.
  const ofPasses = run.problems.filter(({ code }) => code.startsWith("marks.") || code.startsWith("allocations."));
  const sections = [
    routes === "" ? "" : harmless(`${style.words.say({ code: "report.routes" })}: ${routes}`),
    waitsText(run, longest, style),
    counts === undefined ? "" : countsText(run, counts, style),
    allocationsText(run, allocationsOf(run), mostWaits, style),
    ofPasses.length === 0 ? "" : problemList({ problems: ofPasses }, style),
  ];
  return sections.filter((section) => section !== "").join("\n\n");
}
