import type { CompareUnit } from "../compare-units.ts";
import { errorOfTest } from "./students-t.ts";
import { type FigureName, figureNames, type MeasuredStart } from "./measured-start.ts";
import { type Chance, meanChance, ratioChance } from "./slice-chance.ts";
import { combined, costVerdictOf, type CostVerdict, type Direction, type FigureWord, judgeRatio, scaled } from "./verdict.ts";
import type { Share } from "../../units.ts";

/** What one start of an app differs by from another of the same code. */
interface BetweenStarts extends Chance {
  /** The number of starts that it was measured from; 0 if it is assumed. */
  readonly starts: number;
}

/** Standard deviation to assume before enough starts were seen. */
const usualDeviation = 0.15;
export const usualVariance = usualDeviation ** 2;
/** What the starts of one text must have beyond one each: three of one text have two. */
const fewestDegrees = 2;
/**
 * Few starts may agree by chance. What was measured is weighed with this, as so many further starts would show it (a scaled inverse χ² prior, as
 * for the moderated t of genetics): three starts that agree to a percent do not make a percent significant.
 */
const expected = { deviation: 0.04, degrees: 3 } as const;
/** Known by experience, not from these runs. */
const assumedDegrees = 1000;

/** Of one figure, whose values are grouped by equal text; all above 0. What chance does within a start is in it. */
export function betweenStarts(groups: readonly (readonly number[])[]): BetweenStarts {
  let [squares, degrees, starts] = [0, 0, 0];
  for (const group of groups) {
    if (group.length < 2) continue;
    const logs = group.map((value) => Math.log(value));
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
    squares += logs.reduce((sum, log) => sum + (log - mean) ** 2, 0);
    degrees += logs.length - 1;
    starts += logs.length;
  }
  if (degrees < fewestDegrees) return { variance: usualVariance, degrees: assumedDegrees, starts: 0 };
  const variance = (squares + expected.degrees * expected.deviation ** 2) / (degrees + expected.degrees);
  return { variance, degrees: degrees + expected.degrees, starts };
}

/** Nobody repeats a measurement for less. */
const smallestWorth = Math.log(1.02);

export interface HeadlineFigure {
  readonly name: FigureName;
  /** Geometric means of the runs on each side. */
  readonly before: number;
  readonly after: number;
  /** After ÷ before. */
  readonly ratio: number;
  /** The interval of `ratio` that holds for all figures of the headline at once; without one there is no word either. */
  readonly interval?: { readonly low: number; readonly high: number } | undefined;
  readonly word?: FigureWord | undefined;
}

export interface Headline {
  readonly figures: readonly HeadlineFigure[];
  /** What is said of the whole: `better` or `worse` if figures say so and none contradicts; undefined without slices. */
  readonly word?: FigureWord | "mixed" | undefined;
  /** Starts of equal code that showed what two starts differ by; 0: the usual 15 % was assumed. */
  readonly starts: number;
}

export interface HeadlineSides {
  /** One run on each side, or several of one text. */
  readonly base: readonly MeasuredStart[];
  readonly next: readonly MeasuredStart[];
  /** The app's runs under the same load, grouped by equal text; those compared may be among them. */
  readonly earlier: readonly (readonly MeasuredStart[])[];
  readonly per: CompareUnit;
}

/** The figures of both sides, each with a word if it can have one. */
export function headlineOf({ base, next, earlier, per }: HeadlineSides): Headline {
  const found = figureNames.flatMap((name) => {
    const [before, after] = [meanOf(base, name), meanOf(next, name)];
    return before === undefined || after === undefined ? [] : [{ name, before, after, direction: directionOf(name, per) }];
  });
  const judgeable = found.filter(
    ({ direction, name }) => direction !== "neither" && [...base, ...next].every((start) => chanceOf(start, name)),
  );
  const error = errorOfTest("headline", judgeable.length);
  let starts = 0;
  const figures = found.map((figure): HeadlineFigure => {
    const { name, before, after, direction } = figure;
    const plain = { name, before, after, ratio: after / before };
    if (direction === "neither" || !judgeable.includes(figure)) return plain;
    const known = knownStarts(earlier, name);
    starts = Math.max(starts, known.between.starts);
    const { word, low, high } = judgeRatio(Math.log(after / before), chanceOfMeans([base, next], name, known), direction, error);
    return { ...plain, interval: { low: Math.exp(low), high: Math.exp(high) }, word };
  });
  const supported = figures.map((figure) => (figure.name === "busy" ? supportedBusy(figure, figures) : figure));
  return { figures: supported, word: wordOfAll(supported), starts };
}

/** Busy time has the time, too, in which others had the core: where CPU time has not changed, it has only its ratio. */
function supportedBusy(busy: HeadlineFigure, figures: readonly HeadlineFigure[]): HeadlineFigure {
  const isSupported = busy.word === "noChange" || figures.find(({ name }) => name === "cpu")?.word !== "noChange";
  return isSupported ? busy : { name: busy.name, before: busy.before, after: busy.after, ratio: busy.ratio };
}

/** More requests are better, and less time; per second of a window, busy time says only how much was asked for. */
function directionOf(name: FigureName, per: CompareUnit): Direction {
  if (name === "requestsPerSecond") return "better";
  return (name === "busy" || name === "cpu") && per === "second" ? "neither" : "worse";
}

function wordOfAll(figures: readonly HeadlineFigure[]): Headline["word"] {
  const words = new Set(figures.flatMap(({ word }) => word ?? []));
  if (words.has("better") && words.has("worse")) return "mixed";
  return (["better", "worse", "noChange"] as const).find((word) => words.has(word));
}

/** Geometric mean; undefined if a run lacks the figure. */
function meanOf(starts: readonly MeasuredStart[], name: FigureName): number | undefined {
  const values = starts.flatMap(({ figures }) => figures[name] ?? []);
  if (values.length === 0 || values.length < starts.length) return undefined;
  if (values.length === 1) return values[0];
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

function chanceOfMeans(sides: readonly (readonly MeasuredStart[])[], name: FigureName, known: KnownStarts): Chance {
  return combined(sides.flatMap((side) => side.map((start) => scaled(chanceOfStart(start, name, known), 1 / side.length ** 2))));
}

/** What starts differ by, and what this one varied more than those that were measured. */
function chanceOfStart(start: MeasuredStart, name: FigureName, { between, within }: KnownStarts): Chance {
  const chance = chanceOf(start, name);
  // The CPU clock does not count the time in which others had the core, which samples within a run do.
  if (chance === undefined || (name === "cpu" && within !== undefined)) return between;
  return combined([between, { ...chance, variance: Math.max(0, chance.variance - (within ?? 0)) }]);
}

interface KnownStarts {
  readonly between: BetweenStarts;
  /** Mean variance within the starts that were measured; undefined if none were. */
  readonly within: number | undefined;
}

export function knownStarts(groups: HeadlineSides["earlier"], name: FigureName): KnownStarts {
  const between = betweenStarts(
    groups.map((group) => group.flatMap(({ figures }) => ((figures[name] ?? 0) > 0 ? (figures[name] as number) : []))),
  );
  if (between.starts === 0) return { between, within: undefined };
  const chances = groups
    .filter(({ length }) => length > 1)
    .flatMap((group) => group.flatMap((start) => chanceOf(start, name)?.variance ?? []));
  return { between, within: chances.length === 0 ? 0 : chances.reduce((sum, variance) => sum + variance, 0) / chances.length };
}

/** Within one run. Where the samples' times are not known, CPU per request varies no more than the requests do. */
export function chanceOf({ slices, busySlices }: MeasuredStart, name: FigureName): Chance | undefined {
  if (slices === undefined) return undefined;
  const { answers, p50Ms, p99Ms } = slices;
  const equal = answers.map(() => 1);
  switch (name) {
    case "requestsPerSecond":
      return ratioChance(answers, equal);
    case "p50":
      return meanChance(p50Ms);
    case "p99":
      return meanChance(p99Ms);
    case "busy":
    case "cpu":
      return busySlices === undefined ? ratioChance(answers, equal) : ratioChance(busySlices, answers);
  }
}

/** Of all busy time: what the headline says of it, else what its samples show. */
export function busyVerdict({ figures }: Headline, seen: CostVerdict): CostVerdict {
  const word = figures.find(({ name }) => name === "busy")?.word;
  return word === undefined ? seen : costVerdictOf(word);
}

/** Whether further starts of both sides may show a change that these do not. */
export function isTooSmallToJudge({ figures, word }: Headline): boolean {
  return word === "noChange" && figures.some(({ word: own, ratio }) => own === "noChange" && Math.abs(Math.log(ratio)) > smallestWorth);
}

/** By how much a figure may differ from what was measured, for all figures of the headline at once. */
export function errorShare({ low, high }: NonNullable<HeadlineFigure["interval"]>, ratio: number): Share {
  return Math.max(high / ratio, ratio / low) - 1;
}
