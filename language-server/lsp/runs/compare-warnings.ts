import { type CaveatFigures, caveatsOf, caveatText, type Compared } from "../../analysis/compare/comparability.ts";
import type { CompareWarning } from "../../protocol/compare/comparison.ts";
import type { Locale } from "../../texts/locale.ts";
import { localised } from "../../texts/localised.ts";
import { countText, durationText, factorText, shareText } from "../../analysis/figures.ts";

/** Everything that makes the figures of two runs hard to compare, in the user's language. */
export function compareWarnings(compared: Compared, locale: Locale): readonly CompareWarning[] {
  return caveatsOf(compared, figuresOf(locale)).map((caveat) => ({ kind: caveat.kind, text: localised(caveatText(caveat), locale) }));
}

function figuresOf(locale: Locale): CaveatFigures {
  return {
    count: (value) => countText(value, locale),
    duration: (ms) => durationText(ms, locale),
    share: (share) => shareText(share, locale),
    factor: (value) => factorText(value, locale),
  };
}
