import type { Category } from "../analysis/costs/costs.ts";
import type { ReportWords } from "../opening/run-report.ts";
import { inEnglish } from "../texts/english.ts";
import { reportTextsOf } from "../texts/report-texts.ts";
import { count, duration, percent } from "./terminal-figures.ts";

export const kindWords: Readonly<Record<Category, string>> = {
  own: "own code",
  dependency: "dependencies",
  node: "Node.js core",
  native: "native code",
  gc: "garbage collection",
  program: "V8 itself",
  compile: "compiling",
};

/** How the command formats a run's report. */
export const reportWords: ReportWords = {
  texts: reportTextsOf(inEnglish),
  categories: kindWords,
  share: percent,
  count,
  duration,
  functionName: (name) => name,
  phrase: inEnglish,
};
