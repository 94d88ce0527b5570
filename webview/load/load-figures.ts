import { digits } from "../../language-server/analysis/figures.ts";
import type { Translate } from "../texts.ts";

export type LoadFigures = ReturnType<typeof loadFigures>;

/** Formats figures in the user's language with few digits. */
export function loadFigures(locale: string, units: Units) {
  const unit = (value: number, decimals: number, name: string): string => `${digits(value, decimals, locale)}\u00a0${name}`;
  return {
    count: (value: number) => digits(value, 0, locale),
    /** Whole numbers above a hundred, one decimal below. */
    perSecond: (value: number) => digits(value, value >= 100 || value === 0 ? 0 : 1, locale),
    /** `0.82 ms`, `12 ms`, `2.0 s`. */
    latency: (ms: number) => (ms >= 1000 ? unit(ms / 1000, 1, units.seconds) : unit(ms, millisecondDigits(ms), units.milliseconds)),
    /** Whole seconds. */
    seconds: (value: number) => unit(value, 0, units.seconds),
    bytes: (value: number): string => {
      const step = value < 1000 ? 0 : Math.min(units.bytes.length - 1, Math.floor(Math.log10(value) / 3));
      return unit(value / 1000 ** step, step === 0 ? 0 : 1, units.bytes[step] ?? "");
    },
  };
}

function millisecondDigits(ms: number): number {
  if (ms >= 10 || ms === 0) return 0;
  return ms >= 1 ? 1 : 2;
}

/** Appended to a figure after a space. */
export interface Units {
  readonly milliseconds: string;
  readonly seconds: string;
  /** For powers of a thousand. */
  readonly bytes: readonly [string, string, string, string];
}

export function units(t: Translate): Units {
  return { milliseconds: t("ms"), seconds: t("s"), bytes: [t("B"), t("kB"), t("MB"), t("GB")] };
}
