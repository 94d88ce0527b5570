import type { Locale } from "../../texts/locale.ts";
import { isChange } from "../../analysis/compare/chance/verdict.ts";
import type { CompareUnit } from "../../analysis/compare/compare-units.ts";
import type { CostVerdict } from "../../analysis/compare/chance/verdict.ts";
import { localised } from "../../texts/localised.ts";
import { durationText, factorText, growthText } from "../../analysis/figures.ts";

export interface Change {
  readonly base: number;
  readonly delta: number;
  readonly verdict: CostVerdict;
}

/** `−1.9 ms per request (−98 %)`; for noise, that nothing changed significantly. */
export function changeText({ base, delta, verdict }: Change, per: CompareUnit, locale: Locale): string {
  if (!isChange(verdict)) return localised({ code: `verdict.${verdict}` }, locale);
  const sign = delta < 0 ? "−" : "+";
  const figure = `${sign}${durationText(Number(Math.abs(delta).toPrecision(2)), locale)}`;
  const amount = localised({ code: `change.per.${per}`, values: { figure } }, locale);
  return `${amount} (${verdict === "new" || verdict === "vanished" ? localised({ code: `verdict.${verdict}` }, locale) : relativeText(base, delta, locale)})`;
}

/** `▼ −1.9 ms per request (−98 %)`: includes the direction, for places without an icon. */
export function markedChangeText(change: Change, per: CompareUnit, locale: Locale): string {
  return `${changeMarks[change.verdict]} ${changeText(change, per, locale)}`.trimStart();
}

const changeMarks: Readonly<Record<CostVerdict, string>> = { slower: "▲", faster: "▼", new: "▲", vanished: "▼", load: "", noise: "" };

/** `Against the baseline: −7.8 ms per request (−98 %), 8 ms → 200 µs`. */
export function baselineText(change: Change, per: CompareUnit, locale: Locale): string {
  const { base, delta } = change;
  const values = {
    change: changeText(change, per, locale),
    before: durationText(base, locale),
    after: durationText(Math.max(0, base + delta), locale),
  };
  return localised({ code: "change.againstBaseline", values }, locale);
}

/** `−98 %`; a multiple if it grew more than tenfold. */
function relativeText(base: number, delta: number, locale: Locale): string {
  const ratio = (base + delta) / base;
  return ratio >= 10 ? `×${factorText(ratio, locale)}` : growthText(delta / base, locale);
}
