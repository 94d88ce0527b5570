import { budget } from "../budget.ts";
import type { Certainty } from "../profile/profile.ts";
import { rowAt, type PositionTable } from "./position-table.ts";
import type { TickLog } from "./tick-log.ts";

/** A function and a script offset in it. `func` is a row of the log's functions; -1 is one missing from the log. */
export interface Spot {
  readonly func: number;
  /** -1 if unknown. */
  readonly offset: number;
  readonly certainty: Certainty;
}

/**
 * The JavaScript functions of a frame, outermost first: the code's own function, then those inlined at that offset. An interpreter's offset
 * and a program counter mean the instruction they point at; a return address means the call before it.
 */
export function expand(log: TickLog, frame: number): readonly Spot[] {
  const code = log.stacks.code.at(frame);
  return spotsOfRow(log, code, rowOf(log, frame));
}

/** The frame's row in its code's position table; -1 if it has none. */
export function rowOf(log: TickLog, frame: number): number {
  const code = log.stacks.code.at(frame);
  const offset = log.stacks.offset.at(frame);
  const exact = log.stacks.isTop.at(frame) === 1 || log.codes.kindOf(code) === "interpreted";
  return rowAt(log.codes.positions(code), exact ? offset : offset - 1);
}

/** Like `expand`, for a row of the code's position table; -1 for code without one. */
export function spotsOfRow(log: TickLog, code: number, row: number): readonly Spot[] {
  const own = log.codes.func.at(code);
  const table = log.codes.positions(code);
  if (table.codeOffsets.length === 0) return [{ func: own, offset: -1, certainty: "unknown" }];
  if (row < 0) return [{ func: own, offset: log.codes.functions[own]?.start ?? -1, certainty: "exact" }];
  const spots: Spot[] = [];
  let offset = table.scriptOffsets[row] as number;
  let inlining = table.inlinings[row] as number;
  // A chain longer than the table is a cycle, which only occurs in corrupt input.
  for (
    let steps = Math.min(table.callOffset.length, budget.inlinings);
    inlining >= 0 && inlining < table.callOffset.length && steps > 0;
    steps--
  ) {
    spots.push({ func: functionOf(log, code, table, inlining), offset, certainty: "exact" });
    offset = table.callOffset[inlining] as number;
    inlining = table.callInlining[inlining] as number;
  }
  spots.push({ func: own, offset, certainty: "exact" });
  return spots.reverse();
}

/** The innermost function at a row of the code's position table. */
export function innermostFunction(log: TickLog, code: number, row: number): number {
  const table = log.codes.positions(code);
  const inlining = table.inlinings[row] as number;
  return inlining >= 0 && inlining < table.callOffset.length ? functionOf(log, code, table, inlining) : log.codes.func.at(code);
}

function functionOf(log: TickLog, code: number, table: PositionTable, inlining: number): number {
  const listed = table.inlinedFunction[inlining] as number;
  // A missing number means the code's own function, inlined into itself.
  return listed < 0 ? log.codes.func.at(code) : log.codes.inlinedFunction(code, listed);
}
