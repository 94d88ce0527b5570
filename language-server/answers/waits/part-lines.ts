import { cpuLines } from "../../analysis/marks/cpu-lines.ts";
import type { ExplainedThread } from "../../analysis/marks/explained-thread.ts";
import type { RequestSpans } from "../../analysis/marks/request-parts.ts";
import { lengthOf } from "../../analysis/timeline/span-sets.ts";
import { spansApart } from "../../analysis/selection/spans-apart.ts";
import { madeOnce } from "../../analysis/collections.ts";
import type { Line, Microseconds } from "../../analysis/units.ts";
import { awaitedText, placesOf, type WaitsPass } from "./waits-pass.ts";

export const mostPartLines = 50;

/** A line with its part of a request's time. `text`: what was awaited; "" if there is nothing to say. */
export interface PartLine {
  readonly path: string;
  readonly line: Line;
  readonly name: string;
  readonly text: string;
  readonly times: number;
  readonly us: Microseconds;
  /** Whether no sample fell into that time, so that the line is only where such code usually is. */
  readonly isInferred: boolean;
}

/** Lines of the request's own CPU time. */
export function cpuPartLines(thread: ExplainedThread, { cpu }: RequestSpans, request: number): readonly PartLine[] {
  return cpuLines(thread, cpu, thread.routeOf(request)).map(({ place: { path, line, name }, us, isUsual }) => ({
    path,
    line,
    name,
    text: "",
    times: 1,
    us,
    isInferred: isUsual,
  }));
}

/** Lines on which a request waited; those of one line and for one thing that ran at once count once. */
export function waitingPartLines(pass: WaitsPass, thread: ExplainedThread, request: number): readonly PartLine[] {
  const { start, site } = thread.marks.waits;
  const places = placesOf(pass, thread);
  const rows = new Map<string, number[]>();
  for (const row of thread.waitsOf(request)) {
    if (thread.isOuter[row] === 1) continue;
    const place = places[site[row] as number];
    madeOnce(rows, `${place?.line} ${place?.path} ${awaitedText(thread, row)}`, (): number[] => []).push(row);
  }
  return [...rows.values()].map((same) => {
    const [first] = same as [number];
    const place = places[site[first] as number];
    const spans = same.map((row) => ({ from: start[row] as number, to: (start[row] as number) + (thread.split.waited[row] as number) }));
    const us = lengthOf(spansApart(spans));
    const text = awaitedText(thread, first);
    return { path: place?.path ?? "", line: place?.line ?? 0, name: "", text, times: same.length, us, isInferred: false };
  });
}
