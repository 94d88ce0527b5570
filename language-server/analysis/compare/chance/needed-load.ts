import type { Seconds, Share } from "../../units.ts";
import { errorOfTest, criticalT } from "./students-t.ts";
import { chanceOf, type HeadlineSides, knownStarts } from "./headline.ts";
import type { FigureName } from "./measured-start.ts";
import { combined, scaled } from "./verdict.ts";

/** What it takes for a change of a size to be distinguished from chance in one figure. */
export type NeededLoad =
  /** These runs would have shown it. */
  | { readonly kind: "enough" }
  /** A load that long on both sides. */
  | { readonly kind: "longer"; readonly seconds: Seconds }
  /** What two starts of the same code differ by hides it, however long the load: so many starts of each side. */
  | { readonly kind: "starts"; readonly starts: number }
  /** It is not known yet what two starts differ by: first so many of one code. */
  | { readonly kind: "unknownStarts"; readonly starts: number };

const startsToKnow = 3;
const mostStarts = 1000;
/** Longer loads bring other conditions, such as a machine that gets warm. */
const mostTimesAsLong = 20;

/** `change`: a share, such as 0.05 for 5 %; `seconds`: how long the shorter load was. Undefined if the runs cannot be judged at all. */
export function neededLoad(
  { base, next, earlier }: Pick<HeadlineSides, "base" | "next" | "earlier">,
  name: FigureName,
  change: Share,
  { seconds, figures }: { readonly seconds: Seconds; readonly figures: number },
): NeededLoad | undefined {
  const chances = [base, next].map((side) => side.map((start) => chanceOf(start, name)));
  if (chances.some((side) => side.length === 0 || side.includes(undefined))) return undefined;
  const { between, within } = knownStarts(earlier, name);
  const error = errorOfTest("headline", figures);
  const wanted = Math.abs(Math.log1p(change));
  /** Whether it would be seen. What starts differ by has the chance within each of them, which a longer load reduces, too. */
  const isSeen = (timesAsLong: number, starts?: number): boolean => {
    const shared = within === undefined ? between.variance : Math.max(0, between.variance - within) + within / timesAsLong;
    const all = chances.flatMap((side) =>
      side.map((each) => {
        const own = Math.max(0, (each?.variance ?? 0) - (within ?? 0)) / timesAsLong;
        const chance = combined([
          { ...between, variance: shared },
          { variance: own, degrees: each?.degrees ?? 1 },
        ]);
        return scaled(chance, 1 / (side.length * (starts ?? side.length)));
      }),
    );
    const { variance, degrees } = combined(all);
    return criticalT(error, degrees) * Math.sqrt(variance) <= wanted;
  };
  if (isSeen(1)) return { kind: "enough" };
  if (isSeen(mostTimesAsLong)) {
    let times = 1;
    while (!isSeen(times)) times *= 1.05;
    return { kind: "longer", seconds: Math.ceil(seconds * times) };
  }
  if (between.starts === 0) return { kind: "unknownStarts", starts: startsToKnow };
  let starts = 1;
  while (starts < mostStarts && !isSeen(1, starts)) starts += 1;
  return { kind: "starts", starts };
}
