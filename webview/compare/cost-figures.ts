import type { CompareText } from "./text.ts";

/** Formats costs and changes in the user's language, with at most three digits. */
export interface CostFigures {
  /** `12.3 ms`, `456 µs`, `1.20 s`. */
  cost(ms: number): string;
  /** `−12.3 ms`, `+4 µs`, `0 ms`. */
  change(ms: number): string;
  count(value: number): string;
  /** `×170`, `÷2.5`; `=` if unchanged, `–` if there is nothing to divide by. */
  ratio(before: number, after: number): string;
}

export function costFigures(locale: string, units: CompareText["units"]): CostFigures {
  const digits = (value: number, fraction: number): string =>
    value.toLocaleString(locale, { minimumFractionDigits: fraction, maximumFractionDigits: fraction });
  const threeDigits = (value: number): string => digits(value, value >= 99.95 || value === 0 ? 0 : value >= 9.995 ? 1 : 2);
  const cost = (ms: number): string => {
    if (ms >= 999.5) return `${threeDigits(ms / 1000)}\u00a0${units.seconds}`;
    if (ms >= 0.9995 || ms === 0) return `${threeDigits(ms)}\u00a0${units.milliseconds}`;
    const us = ms * 1000;
    return `${us >= 0.995 ? threeDigits(us) : digits(us, 2)}\u00a0${units.microseconds}`;
  };
  return {
    cost,
    change: (ms) => (ms === 0 ? cost(0) : `${ms < 0 ? "−" : "+"}${cost(Math.abs(ms))}`),
    count: (value) => digits(value, 0),
    ratio(before, after) {
      if (!(before > 0) || !(after > 0)) return "–";
      const factor = after >= before ? after / before : before / after;
      const rounded = factor >= 99.5 ? digits(factor, 0) : factor >= 9.95 ? digits(factor, 1) : digits(factor, 2);
      if (rounded === digits(1, 2)) return "=";
      return `${after >= before ? "×" : "÷"}${rounded}`;
    },
  };
}
