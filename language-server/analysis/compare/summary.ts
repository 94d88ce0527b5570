import type { CodedText } from "../../texts/coded-text.ts";
import { digits, countText, durationText, growthText } from "../figures.ts";
import type { Locale } from "../../texts/locale.ts";
import { errorShare, type Headline, type HeadlineFigure } from "./chance/headline.ts";
import { isChange } from "./chance/verdict.ts";
import type { CompareUnit } from "./compare-units.ts";
import type { Difference } from "./significance.ts";

/** What the summary needs of a comparison, whether it comes from the server or from the command. */
export interface SummarisedComparison {
  readonly per: CompareUnit;
  readonly headline: Headline;
  /** In the comparison's order: what is judged first comes first. */
  readonly lines: readonly SummarisedRow[];
  readonly functions: readonly SummarisedRow[];
}

/** A row of a table. */
export interface SummarisedRow extends Pick<Difference, "base" | "next" | "delta" | "verdict"> {
  /** `slow.js:12`; for a function its name. */
  readonly label: string;
  readonly category: string;
}

/**
 * A comparison in one line, as parts to be joined by ` · `: `285 → 9,940 req/s, ×35` and `slow.js:12 gone`; or `285 → 290 req/s` and
 * `no significant change (±8 %)`. Without a load of both runs, the busy time.
 */
export function comparisonSummary(comparison: SummarisedComparison, locale: Locale): readonly CodedText[] {
  const { headline, per } = comparison;
  const lead = headline.figures.find(({ name }) => name === "requestsPerSecond") ?? headline.figures.find(({ name }) => name === "busy");
  if (lead === undefined) return placeOf(comparison, locale);
  const judged = [lead, ...headline.figures].find(({ word }) => word === "better" || word === "worse");
  const place = placeOf(comparison, locale);
  if (judged === undefined && lead.interval !== undefined) {
    const share = errorShare(lead.interval, lead.ratio);
    return [figureText(lead, per, locale), { code: "compareSummary.noChange", values: { share: errorText(share, locale) } }, ...place];
  }
  const others = judged === undefined || judged === lead ? [] : [withRatio(judged, per, locale)];
  return [others.length > 0 ? figureText(lead, per, locale) : withRatio(lead, per, locale), ...others, ...place];
}

/** `×35`, `÷2.50`, `×1.03`. */
export function ratioText(ratio: number, locale: Locale): string {
  const factor = Math.max(ratio, 1 / ratio);
  return `${ratio < 1 ? "÷" : "×"}${digits(factor, factor >= 9.95 ? 0 : 2, locale)}`;
}

/** `±8 %`; a factor where percent would mislead. */
export function errorText(share: number, locale: Locale): string {
  return share < 1 ? `±${digits(share * 100, share < 0.02 ? 1 : 0, locale)} %` : `±×${digits(1 + share, 1, locale)}`;
}

function figureText(figure: HeadlineFigure, per: CompareUnit, locale: Locale): CodedText {
  return { code: codeOf(figure, per), values: { before: valueText(figure, "before", locale), after: valueText(figure, "after", locale) } };
}

function withRatio(figure: HeadlineFigure, per: CompareUnit, locale: Locale): CodedText {
  return { code: "compareSummary.ratio", values: { figures: figureText(figure, per, locale), ratio: ratioText(figure.ratio, locale) } };
}

function codeOf({ name }: HeadlineFigure, per: CompareUnit): CodedText["code"] {
  return name === "busy" || name === "cpu" ? `compareSummary.${name}.${per}` : `compareSummary.${name}`;
}

function valueText({ name, ...figure }: HeadlineFigure, side: "before" | "after", locale: Locale): string {
  const value = figure[side];
  if (name !== "requestsPerSecond") return durationText(value, locale);
  return countText(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10, locale);
}

/** The place that changed most: of own code if there is one. */
function placeOf({ lines, functions }: SummarisedComparison, locale: Locale): readonly CodedText[] {
  const changed = [...lines, ...functions].filter(({ verdict }) => isChange(verdict));
  const row = changed.find(({ category }) => category === "own") ?? changed[0];
  if (row === undefined) return [];
  const { base, delta, label, verdict } = row;
  if (verdict === "vanished" || verdict === "new") return [{ code: `compareSummary.place.${verdict}`, values: { place: label } }];
  return [{ code: "compareSummary.place", values: { place: label, change: growthText(delta / base, locale) } }];
}
