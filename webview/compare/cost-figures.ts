import { digits, threeDigits } from "../../language-server/analysis/digits.ts";
import type { CompareText } from "./text.ts";

export type CostFigures = ReturnType<typeof costFigures>;

/** Formats costs and changes in the user's language, with at most three digits. */
export function costFigures(locale: string, units: CompareText["units"]) {
  const cost = (ms: number): string => {
    if (ms >= 999.5) return `${threeDigits(ms / 1000, locale)}\u00a0${units.seconds}`;
    if (ms >= 0.9995 || ms === 0) return `${threeDigits(ms, locale)}\u00a0${units.milliseconds}`;
    const us = ms * 1000;
    return `${us >= 0.995 ? threeDigits(us, locale) : digits(us, 2, locale)}\u00a0${units.microseconds}`;
  };
  return {
    /** `12.3 ms`, `456 µs`, `1.20 s`. */
    cost,
    /** `−12.3 ms`, `+4 µs`, `0 ms`. */
    change: (ms: number): string => (ms === 0 ? cost(0) : `${ms < 0 ? "−" : "+"}${cost(Math.abs(ms))}`),
    count: (value: number): string => digits(value, 0, locale),
    /** `×170`, `÷2.5`; `=` if unchanged, `–` if there is nothing to divide by. */
    ratio(before: number, after: number): string {
      if (!(before > 0) || !(after > 0)) return "–";
      const factor = after >= before ? after / before : before / after;
      const rounded = digits(factor, factor >= 99.5 ? 0 : factor >= 9.95 ? 1 : 2, locale);
      if (rounded === digits(1, 2, locale)) return "=";
      return `${after >= before ? "×" : "÷"}${rounded}`;
    },
  };
}
