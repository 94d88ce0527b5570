import { type PartKind, partKinds } from "../../analysis/marks/part-kinds.ts";
import type { Line, Microseconds } from "../../analysis/units.ts";
import type { ExplainedSide } from "./explained-request.ts";

/** A line of a part in a request and in a usual one. `text`: what was awaited; `route`: of the work that held the request up. */
export interface DifferentLine {
  readonly path: string | undefined;
  readonly line: Line;
  readonly name: string;
  readonly text: string;
  readonly route: string | undefined;
  /** In the request: how often it waited there. */
  readonly times: number;
  readonly isInferred: boolean;
  readonly us: Microseconds;
  readonly usualUs: Microseconds;
}

/** A part of a request's time beside that of a usual one; without one `usualUs` are 0. */
export interface DifferentPart {
  readonly kind: PartKind;
  readonly us: Microseconds;
  readonly usualUs: Microseconds;
  readonly lines: readonly DifferentLine[];
}

const mostLines = 8;
/** Lines that differ by less are not worth a row. */
const leastOf: Microseconds = 50;

/** Parts and their lines, by what they differ by, or by their time where there is no usual request; the largest first. */
export function requestDifferences(one: ExplainedSide, usual: ExplainedSide | null): readonly DifferentPart[] {
  return partKinds
    .map((kind): DifferentPart => ({
      kind,
      us: one.parts[kind],
      usualUs: usual?.parts[kind] ?? 0,
      lines: differentLines(linesOf(one, kind), usual === null ? [] : linesOf(usual, kind)),
    }))
    .filter(({ us, usualUs }) => us > 0 || usualUs > 0)
    .toSorted(byDifference);
}

type SideLine = Omit<DifferentLine, "usualUs">;

function linesOf({ cpu, waiting, held }: ExplainedSide, kind: PartKind): readonly SideLine[] {
  if (kind === "cpu") return cpu.map((line) => ({ ...line, route: undefined }));
  if (kind === "waiting") return waiting.map((line) => ({ ...line, route: undefined }));
  return kind === "held" ? held.map((line) => ({ ...line, text: "", times: 1 })) : [];
}

function differentLines(one: readonly SideLine[], usual: readonly SideLine[]): readonly DifferentLine[] {
  const found = new Map(one.map((line) => [keyOf(line), { ...line, usualUs: 0 }]));
  for (const line of usual) {
    const known = found.get(keyOf(line));
    found.set(keyOf(line), { ...line, ...known, us: known?.us ?? 0, times: known?.times ?? 0, usualUs: line.us });
  }
  return [...found.values()]
    .filter(({ us, usualUs }) => Math.max(us, usualUs) >= leastOf)
    .toSorted(byDifference)
    .slice(0, mostLines);
}

function byDifference(one: Pick<DifferentPart, "us" | "usualUs">, other: Pick<DifferentPart, "us" | "usualUs">): number {
  return Math.abs(other.us - other.usualUs) - Math.abs(one.us - one.usualUs) || other.us - one.us;
}

function keyOf({ path, line, text, route }: SideLine): string {
  return `${line} ${path} ${route} ${text}`;
}
