import type { ReportWords } from "../../reports/run-report.ts";
import type { Locale } from "../../texts/locale.ts";
import { localised } from "../../texts/localised.ts";
import { reportTextsOf } from "../../texts/report-texts.ts";
import { functionLabel } from "../runs/function-reference.ts";
import { countText, durationText, factorText, shareText } from "../../analysis/figures.ts";
import { textsOf } from "./text.ts";

/** How the editor formats a run's report: in its own language. */
export function reportWordsIn(locale: Locale): ReportWords {
  const texts = textsOf(locale);
  const phrase: ReportWords["phrase"] = (coded) => localised(coded, locale);
  return {
    locale,
    texts: reportTextsOf(phrase),
    categories: texts.categories,
    share: (share) => shareText(share, locale),
    count: (count) => countText(count, locale),
    duration: (ms) => durationText(ms, locale),
    factor: (factor) => factorText(factor, locale),
    functionName: (name) => functionLabel({ name }, texts),
    phrase,
  };
}
