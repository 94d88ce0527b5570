import type { Phrases, ReportWords } from "../../reports/run-report.ts";
import type { Locale } from "../../texts/locale.ts";
import { localised, textIn } from "../../texts/localised.ts";
import { functionLabel } from "../runs/function-reference.ts";
import { figuresIn } from "../../analysis/figures.ts";
import { categories } from "../../analysis/costs/costs.ts";

/** How the editor formats a run's report: in its own language. */
export function reportWordsIn(locale: Locale): ReportWords {
  const textOf = textIn(locale);
  return {
    ...phrasesIn(locale),
    locale,
    textOf,
    categories: Object.fromEntries(categories.map((category) => [category, textOf(`category.${category}`)])) as ReportWords["categories"],
    functionName: (name) => functionLabel({ name }, textOf),
  };
}

export function phrasesIn(locale: Locale): Phrases {
  return { ...figuresIn(locale), phrase: (coded) => localised(coded, locale) };
}
