import type { ImportChain, ImportPlace } from "../../answers/imports/run-imports.ts";
import { clientCommands } from "../../protocol/client-commands.ts";
import type { Location } from "../../protocol/place.ts";
import { alsoText, importParts, moduleName } from "../../reports/imports-report.ts";
import { savingsAt, type StartSavings } from "../../answers/imports/savings.ts";
import { savingText } from "../../reports/savings-report.ts";
import type { OpenRun } from "../runs/open-run.ts";
import { placeLabel } from "../runs/place-label.ts";
import type { CostWords } from "./cost-text.ts";
import type { Markup } from "./markup.ts";
import { reportWordsIn } from "./group-text.ts";

/** More places are counted only. */
const mostPlaces = 5;

/** A module that a line loads. */
export interface HoverImport extends ImportChain {
  /** Current locations of `alsoBy`, in their order. */
  readonly alsoAt: readonly (Location | undefined)[];
}

/** What loading the modules of a line on first use would save, or why that was not measured. */
export function savingParagraphs(
  run: OpenRun["view"]["run"],
  place: ImportPlace,
  pathOf: (path: string) => string,
  { locale }: CostWords,
  { show }: Markup,
): readonly string[] {
  const found = savingsAt(run, place);
  const words = reportWordsIn(locale);
  return (found?.savings ?? []).map((saving) => show(savingText(saving, found as StartSavings, words, pathOf)));
}

/** Of each module what its parts cost, and who else imports it. */
export function importParagraphs(
  imports: readonly HoverImport[],
  pathOf: (path: string) => string,
  costs: CostWords,
  { show, commandLink, lineBreak }: Markup,
): readonly string[] {
  const words = reportWordsIn(costs.locale);
  return imports.flatMap(({ chain, alsoBy, alsoAt, moreAlso }) => {
    const module = chain.at(-1);
    if (module === undefined) return [];
    const label = words.textOf("hover.loads", { name: show(moduleName(module, words, pathOf)) });
    const links = alsoBy.slice(0, mostPlaces).map((place, index) => {
      const location = alsoAt[index];
      const text = show(placeLabel(place, location?.range.start.line));
      return location === undefined ? text : commandLink(text, clientCommands.goTo, location);
    });
    const left = alsoBy.length - links.length + moreAlso;
    const also = alsoText({ alsoBy: links, moreAlso: left }, words);
    return [`${label}: ${importParts(module, costs, words)}${also === "" ? "" : lineBreak + also}`];
  });
}
