import type { Locale } from "../texts/locale.ts";
import type { Bytes, Microseconds, Milliseconds, Share, Ticks } from "./units.ts";
import { madeOnce } from "./collections.ts";

const megabyte: Bytes = 1024 * 1024;

/** For a text: three digits, two of what is less than 1 MB. */
export function inMegabytes(bytes: Bytes): number {
  return Number((bytes / megabyte).toPrecision(bytes < megabyte ? 2 : 3));
}

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

/** Formats numbers for people, in every view. Rounds to few distinct values, since each distinct text at a line's end costs the editor a style rule. */

/** How a reader wants figures written. */
export interface Figures {
  readonly count: (value: number) => string;
  readonly duration: (ms: Milliseconds) => string;
  readonly share: (share: Share) => string;
  readonly factor: (value: number) => string;
  readonly bytes: (bytes: Bytes) => string;
}

export function figuresIn(locale: Locale): Figures {
  return {
    count: (value) => countText(value, locale),
    duration: (ms) => durationText(ms, locale),
    share: (share) => shareText(share, locale),
    factor: (value) => factorText(value, locale),
    bytes: (bytes) => bytesText(bytes, locale),
  };
}

/** `45.0 %`; above zero and below a tenth of a percent: `<0.1 %`. */
export function shareText(share: Share, locale: Locale): string {
  if (share > 0 && share < 0.0005) return `<${digits(0.1, 1, locale)} %`;
  return `${digits(share * 100, 1, locale)} %`;
}

/** `10.0–63.0 %`. */
export function shareRangeText(low: Share, high: Share, locale: Locale): string {
  return `${digits(low * 100, 1, locale)}–${shareText(high, locale)}`;
}

/** `812 ms`, `1.9 ms`, `85 µs`, `2.4 s`: at least two significant digits, no fraction above a hundred. */
export function durationText(duration: Milliseconds, locale: Locale): string {
  if (duration === 0) return `0 ${units[locale].ms}`;
  if (duration < 0.9995) return `${significant(duration * 1000, locale)} ${units[locale].us}`;
  if (duration < 999.5) return `${significant(duration, locale)} ${units[locale].ms}`;
  return `${significant(duration / 1000, locale)} ${units[locale].s}`;
}

/** As `durationText` with up to three significant digits, for the terminal: `1 ms`, `1.25 ms`, `85 µs`. */
export function fineDurationText(duration: Milliseconds, locale: Locale): string {
  if (duration < 1) return `${digits(duration * 1000, 0, locale)} ${units[locale].us}`;
  const [value, unit] = duration < 1000 ? ([duration, "ms"] as const) : ([duration / 1000, "s"] as const);
  return `${decimalText(Number(value.toPrecision(3)), locale)} ${units[locale][unit]}`;
}

/** As it is, not grouped: `12.5`. */
export function decimalText(value: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false }).format(value);
}

/** A moment of a recording, in seconds to a millisecond, not grouped: `0.250`. */
export function momentText(moment: Microseconds, locale: Locale): string {
  const options = { minimumFractionDigits: 3, maximumFractionDigits: 3, useGrouping: false };
  return new Intl.NumberFormat(locale, options).format(moment / 1e6);
}

/** `1.9`: how many times as much, to two significant digits. */
export function factorText(factor: number, locale: Locale): string {
  return digits(Number(factor.toPrecision(2)), factor < 9.95 ? 1 : 0, locale);
}

/** Percentage points: `3.1`. */
export function pointsText(share: Share, locale: Locale): string {
  return digits(share * 100, 1, locale);
}

/** `−98 %`, `−1.2 %`, `−99.9 %`: a growth with its sign. Next to 100 % it is cut, not rounded: what is left must not seem to be gone. */
export function growthText(growth: Share, locale: Locale): string {
  const size = Math.abs(growth);
  const sign = growth < 0 ? "−" : "+";
  if (size > 0.99 && size < 1) return `${sign}${digits(Math.floor(size * 1000) / 10, 1, locale)} %`;
  return `${sign}${digits(size * 100, size < 0.0995 ? 1 : 0, locale)} %`;
}

/** Rounded to two significant digits, for line ends: `810 ms`. */
export function roughDurationText(duration: Milliseconds, locale: Locale): string {
  return durationText(Number(duration.toPrecision(2)), locale);
}

/** `1,234`; grouped by the locale's rules. */
export function countText(count: number, locale: Locale): string {
  return digits(count, Number.isInteger(count) ? 0 : 1, locale);
}

/** `5.1 MB`, `310 kB`; decimal units, as for disks. */
export function bytesText(bytes: Bytes, locale: Locale): string {
  const [value, unit] =
    bytes >= 1e9 ? ([bytes / 1e9, "gb"] as const) : bytes >= 1e6 ? ([bytes / 1e6, "mb"] as const) : ([bytes / 1e3, "kb"] as const);
  return `${countText(value >= 100 ? Math.round(value) : Math.round(value * 10) / 10, locale)} ${units[locale][unit]}`;
}

/** A count to two significant digits: 1,200 for 1,234. */
export function roughCount(count: number): number {
  return count < 100 ? count : Number(count.toPrecision(2));
}

export function durationOf(ticks: Ticks, interval: Microseconds): Milliseconds {
  return (ticks * interval) / 1000;
}

const units: Readonly<Record<Locale, Readonly<Record<"us" | "ms" | "s" | "kb" | "mb" | "gb", string>>>> = {
  en: { us: "µs", ms: "ms", s: "s", kb: "kB", mb: "MB", gb: "GB" },
  "zh-cn": { us: "µs", ms: "ms", s: "s", kb: "kB", mb: "MB", gb: "GB" },
  ru: { us: "мкс", ms: "мс", s: "с", kb: "КБ", mb: "МБ", gb: "ГБ" },
};

function significant(value: number, locale: Locale): string {
  return digits(value, value >= 9.95 ? 0 : 1, locale);
}
