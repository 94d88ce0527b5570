import type { CompareUnit } from "../compare-units.ts";
import { type BetweenStarts, betweenStarts } from "./between-starts.ts";
import { errorOfTest } from "./family-error.ts";
import { type FigureName, figureNames, type MeasuredStart } from "./measured-start.ts";
import { type Chance, meanChance, ratioChance } from "./slice-chance.ts";
import { combined, type Direction, type FigureWord, judgeRatio, scaled } from "./verdict.ts";

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
  readonly word: FigureWord | "mixed" | undefined;
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
    const [before, after] = [meanLog(base, name), meanLog(next, name)];
    return before === undefined || after === undefined ? [] : [{ name, before, after, direction: directionOf(name, per) }];
  });
  const judgeable = found.filter(
    ({ direction, name }) => direction !== "neither" && [...base, ...next].every((start) => chanceOf(start, name)),
  );
  const error = errorOfTest("headline", judgeable.length);
  let starts = 0;
  const figures = found.map((figure): HeadlineFigure => {
    const { name, before, after, direction } = figure;
    const plain = { name, before: Math.exp(before), after: Math.exp(after), ratio: Math.exp(after - before) };
    if (direction === "neither" || !judgeable.includes(figure)) return plain;
    const between = startsOf(earlier, name);
    starts = Math.max(starts, between.starts);
    const { word, low, high } = judgeRatio(after - before, chanceOfMeans([base, next], name, between), direction, error);
    return { ...plain, interval: { low: Math.exp(low), high: Math.exp(high) }, word };
  });
  return { figures, word: wordOfAll(figures), starts };
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

/** Mean of the logarithms; undefined if a run lacks it. */
function meanLog(starts: readonly MeasuredStart[], name: FigureName): number | undefined {
  const logs = starts.flatMap(({ figures }) => {
    const value = figures[name];
    return value !== undefined && value > 0 ? Math.log(value) : [];
  });
  return logs.length === 0 || logs.length < starts.length ? undefined : logs.reduce((sum, log) => sum + log, 0) / logs.length;
}

function chanceOfMeans(sides: readonly (readonly MeasuredStart[])[], name: FigureName, between: BetweenStarts): Chance {
  return combined([
    ...sides.flatMap((side) => side.flatMap((start) => scaled(chanceOf(start, name) ?? between, 1 / side.length ** 2))),
    scaled(
      between,
      sides.reduce((sum, side) => sum + 1 / side.length, 0),
    ),
  ]);
}

function startsOf(groups: HeadlineSides["earlier"], name: FigureName): BetweenStarts {
  const values = groups.map((group) => group.flatMap(({ figures }) => ((figures[name] ?? 0) > 0 ? (figures[name] as number) : [])));
  const within = groups.filter((group) => group.length > 1).flatMap((group) => group.flatMap((start) => chanceOf(start, name) ?? []));
  return betweenStarts(values, within);
}

/** Within one run. Where the samples' times are not known, CPU per request varies no more than the requests do. */
function chanceOf({ slices, busySlices }: MeasuredStart, name: FigureName): Chance | undefined {
  if (slices === undefined) return undefined;
  const { answers, p50Ms, p99Ms } = slices;
  switch (name) {
    case "requestsPerSecond":
      return ratioChance(
        answers,
        answers.map(() => 1),
      );
    case "p50":
      return meanChance(p50Ms);
    case "p99":
      return meanChance(p99Ms);
    case "busy":
    case "cpu":
      return busySlices === undefined
        ? ratioChance(
            answers,
            answers.map(() => 1),
          )
        : ratioChance(busySlices, answers);
  }
}
