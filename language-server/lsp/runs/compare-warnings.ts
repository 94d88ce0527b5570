import { caveatsOf, caveatText, type Compared } from "../../analysis/compare/comparability.ts";
import type { CompareWarning } from "../../protocol/compare/comparison.ts";
import type { Locale } from "../../texts/locale.ts";
import { localised } from "../../texts/localised.ts";
import { figuresIn } from "../../analysis/figures.ts";

/** Everything that makes the figures of two runs hard to compare, in the user's language. */
export function compareWarnings(compared: Compared, locale: Locale): readonly CompareWarning[] {
  return caveatsOf(compared, figuresIn(locale)).map((caveat) => ({ kind: caveat.kind, text: localised(caveatText(caveat), locale) }));
}
