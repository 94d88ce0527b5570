import { categories, type Category } from "../../language-server/analysis/costs/costs.ts";
import type { FlameProfile } from "../../language-server/analysis/flame/flame-reduction.ts";

/** Characters without width, in the order of their codes: speedscope gives colours by the order of file and name, so these group them. */
const marks = ["\u200B", "\u200C", "\u200D", "\u2060", "\u2061", "\u2062", "\u2063"];

/** A copy whose frames speedscope colours by kind: neighbouring hues for each. A frame without a file has its mark in its name. */
export function colouredByKind(profile: FlameProfile, kinds: readonly Category[]): FlameProfile {
  const frames = profile.shared.frames.map((frame, index) => {
    const mark = marks[categories.indexOf(kinds[index] ?? "own")] ?? "";
    return frame.file === undefined ? { ...frame, name: mark + frame.name } : { ...frame, file: mark + frame.file };
  });
  return { ...profile, shared: { frames } };
}

export function withoutMark(text: string): string {
  return marks.includes(text.charAt(0)) ? text.slice(1) : text;
}

/** The part of speedscope's range of colours (0 to 1) that a kind has in the timeline with this index. */
export interface KindBand {
  readonly kind: Category;
  readonly from: number;
  readonly to: number;
}

export function kindBands(profile: FlameProfile, kinds: readonly Category[], timeline: number): readonly KindBand[] {
  const used = new Set(profile.profiles[timeline]?.samples.flat());
  const placeOf = (row: number): number => (Math.floor((255 * row) / used.size) + 1) / 256;
  let from = 0;
  return categories.flatMap((kind) => {
    const count = [...used].filter((frame) => kinds[frame] === kind).length;
    const band = { kind, from: placeOf(from), to: placeOf(from + count - 1) };
    from += count;
    return count === 0 ? [] : [band];
  });
}

/** speedscope's colour at a place of its range, as in its themes: luma and chroma swing around a mean, the hue rises. */
export function bandColour(place: number, isDark: boolean): string {
  const swing = 2 * Math.abs(((30 * place) % 1) - 0.5) - 1;
  const chroma = isDark ? 0.2 + 0.1 * swing : 0.25 + 0.2 * swing;
  const luma = isDark ? 0.2 - 0.1 * swing : 0.8 - 0.15 * swing;
  return lumaColour(hueOf(place), chroma, luma);
}

/** Hue in degrees, of a place from 0 to 1. */
export function hueOf(place: number): number {
  return 360 * 0.9 * place;
}

/** A colour by its hue, chroma and luma, as speedscope makes its own. */
export function lumaColour(degrees: number, chroma: number, luma: number): string {
  const hue = degrees / 60;
  const second = chroma * (1 - Math.abs((hue % 2) - 1));
  const sectors = [
    [chroma, second, 0],
    [second, chroma, 0],
    [0, chroma, second],
    [0, second, chroma],
    [second, 0, chroma],
    [chroma, 0, second],
  ] as const;
  const [red, green, blue] = sectors[Math.floor(hue) % 6] ?? sectors[0];
  const base = luma - (0.3 * red + 0.59 * green + 0.11 * blue);
  return `rgb(${[red, green, blue].map((each) => Math.round(255 * Math.min(1, Math.max(0, each + base)))).join(", ")})`;
}
