import { categories, type Category } from "../../analysis/costs/costs.ts";
import type { ReportWords } from "../../reports/run-report.ts";
import { functionNameText } from "../../reports/starts-text.ts";
import type { Words } from "./words.ts";

export function kindText(category: Category, { say }: Words): string {
  return say({ code: `command.kind.${category}` });
}

/** A function's name; the words that V8 has in place of one are translated. */
export function nameText(name: string, { say }: Words): string {
  return functionNameText(name, (code) => say({ code }));
}

/** How the command formats a run's report. */
export function reportWordsIn(words: Words): ReportWords & Words {
  const { say } = words;
  const kinds = Object.fromEntries(categories.map((category) => [category, kindText(category, words)]));
  return {
    ...words,
    textOf: (code, values) => say({ code, values }),
    categories: kinds as Readonly<Record<Category, string>>,
    functionName: (name) => nameText(name, words),
    phrase: say,
  };
}
