import { madeOnce } from "./made-once.ts";

const formats = new Map<string, Intl.NumberFormat>();

/** A number for people with exactly so many decimals, by the language's rules: `1,234.5`, `1 234,5`. */
export function digits(value: number, decimals: number, language: string): string {
  // Node needs over 10 ms of CPU time for its first format. Beyond, the last of three decimals may be none of the number's own.
  if (language === "en" && Math.abs(value) < 1e9 && !Object.is(value, -0)) return grouped(value.toFixed(decimals));
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = madeOnce(formats, `${decimals} ${language}`, () => new Intl.NumberFormat(language, options));
  return format.format(value);
}

/** A comma in front of every three digits before the decimals. */
function grouped(figure: string): string {
  const [whole = "", ...decimals] = figure.split(".");
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ","), ...decimals].join(".");
}

/** Three significant digits of a number that is not small: `1.20`, `12.3`, `456`; `0`. */
export function threeDigits(value: number, language: string): string {
  return digits(value, value >= 99.95 || value === 0 ? 0 : value >= 9.995 ? 1 : 2, language);
}
