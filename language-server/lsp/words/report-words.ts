import type { Phrases, ReportWords } from "../../reports/run-report.ts";
import type { Locale } from "../../texts/locale.ts";
import { localised } from "../../texts/localised.ts";
import { reportTextsOf } from "../../texts/report-texts.ts";
import { functionLabel } from "../runs/function-reference.ts";
import { figuresIn } from "../../analysis/figures.ts";
import { textsOf } from "./text.ts";

/** How the editor formats a run's report: in its own language. */
export function reportWordsIn(locale: Locale): ReportWords {
  const texts = textsOf(locale);
  const phrases = phrasesIn(locale);
  return {
    ...phrases,
    locale,
    texts: reportTextsOf(phrases.phrase),
    categories: texts.categories,
    functionName: (name) => functionLabel({ name }, texts),
  };
}

export function phrasesIn(locale: Locale): Phrases {
  return { ...figuresIn(locale), phrase: (coded) => localised(coded, locale) };
}
