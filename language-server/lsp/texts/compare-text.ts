import type { Locale } from "../../texts/locale.ts";
import type { CompareUnit } from "../../analysis/compare/compare-units.ts";
import type { Verdict } from "../../protocol/comparison.ts";
import { durationText } from "./figures.ts";

/** What is said of a comparison, in every language. Figures come in formatted. */
interface CompareTexts {
  readonly unit: (unit: CompareUnit, figure: string) => string;
  readonly word: Readonly<Record<Exclude<Verdict, "slower" | "faster">, string>>;
  /** Of the hover; `change` is a line end's text. */
  readonly againstBaseline: (change: string, before: string, after: string) => string;
}

function compareTextsOf(locale: Locale): CompareTexts {
  return catalogue[locale];
}

export interface Change {
  readonly base: number;
  readonly delta: number;
  readonly verdict: Verdict;
}

/** `−1.9 ms per request (−98 %)`; of noise that nothing sure changed. */
export function changeText({ base, delta, verdict }: Change, per: CompareUnit, locale: Locale): string {
  const texts = compareTextsOf(locale);
  if (verdict === "noise") return texts.word.noise;
  const sign = delta < 0 ? "−" : "+";
  const amount = texts.unit(per, `${sign}${durationText(Number(Math.abs(delta).toPrecision(2)), locale)}`);
  return `${amount} (${verdict === "new" || verdict === "vanished" ? texts.word[verdict] : relativeText(base, delta)})`;
}

/** `▼ −1.9 ms per request (−98 %)`: with the direction, for where no icon stands beside it. */
export function markedChangeText(change: Change, per: CompareUnit, locale: Locale): string {
  return `${changeMarks[change.verdict]} ${changeText(change, per, locale)}`.trimStart();
}

const changeMarks: Readonly<Record<Verdict, string>> = { slower: "▲", faster: "▼", new: "▲", vanished: "▼", noise: "" };

/** `Against the baseline: −7.8 ms per request (−98 %), 8 ms → 200 µs`. */
export function baselineText(change: Change, per: CompareUnit, locale: Locale): string {
  const { base, delta } = change;
  return compareTextsOf(locale).againstBaseline(
    changeText(change, per, locale),
    durationText(base, locale),
    durationText(Math.max(0, base + delta), locale),
  );
}

/** `−98 %`; what grew more than tenfold is told as a multiple. */
function relativeText(base: number, delta: number): string {
  const ratio = (base + delta) / base;
  if (ratio >= 10) return `×${Number(ratio.toPrecision(2))}`;
  const percent = Math.abs((delta / base) * 100);
  return `${delta < 0 ? "−" : "+"}${percent > 99 && percent < 100 ? ">99" : Math.round(percent)} %`;
}

const english: CompareTexts = {
  unit: (unit, figure) => `${figure} per ${unit}`,
  word: { new: "new", vanished: "gone", noise: "no sure change" },
  againstBaseline: (change, before, after) => `Against the baseline: ${change}, ${before} → ${after}`,
};

const chinese: CompareTexts = {
  unit: (unit, figure) => (unit === "request" ? `每请求 ${figure}` : `每秒 ${figure}`),
  word: { new: "新增", vanished: "已消失", noise: "无确定变化" },
  againstBaseline: (change, before, after) => `与基线相比:${change},${before} → ${after}`,
};

const russian: CompareTexts = {
  unit: (unit, figure) => `${figure} ${unit === "request" ? "на запрос" : "в секунду"}`,
  word: { new: "новое", vanished: "исчезло", noise: "без явных изменений" },
  againstBaseline: (change, before, after) => `Против базового запуска: ${change}, ${before} → ${after}`,
};

const catalogue: Readonly<Record<Locale, CompareTexts>> = { en: english, "zh-cn": chinese, ru: russian };
