import * as v from "valibot";
import { samplingError } from "../../analysis/costs/sampling-error.ts";
import type { Ticks } from "../../analysis/units.ts";
import type { RunView } from "../../answers/run-answers.ts";
import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import { shortened } from "../../analysis/shortened.ts";

const longestName = 80;
const longestCode = 100;

/** A text of the app's, such as a line of its code, in one line without characters that cannot be seen. */
export function plain(text: string, most = longestName): string {
  return piece(text.trim(), most);
}

/** The same for a part of a sentence, whose blanks at its ends stay. */
export function piece(text: string, most: number): string {
  return shortened(harmless(text.replaceAll(/\s+/g, " ")), most);
}

/** The same as code in Markdown, where no markup of its own works: the fence is longer than any in it. */
export function quoted(text: string, most = longestCode): string {
  const shown = plain(text, most);
  if (shown === "") return "``";
  const longest = Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const gap = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${gap}${shown}${gap}${fence}`;
}

/** Percent of the run's busy time, with what chance may do to it. */
export const shareSchema = v.object({ percent: v.number(), plusMinus: v.number() });
export type Share = v.InferOutput<typeof shareSchema>;

export function shareIn({ busyTicks, busySamples }: Pick<RunView, "busyTicks" | "busySamples">, ticks: Ticks): Share {
  if (busyTicks === 0) return { percent: 0, plusMinus: 0 };
  const share = ticks / busyTicks;
  return { percent: tenth(share * 100), plusMinus: tenth(samplingError(share * busySamples, busySamples) * 100) };
}

/** `41.2 % ± 0.8`. */
export function shareText({ percent, plusMinus }: Share): string {
  return `${percent.toFixed(1)} % ± ${plusMinus.toFixed(1)}`;
}

/** Of a time: three significant digits. */
export function milliseconds(ms: number): number {
  return Number(ms.toPrecision(3));
}

/** Of a moment of a recording, from microseconds: to a thousandth. */
export function seconds(us: number): number {
  return Math.round(us / 1000) / 1000;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
