import { budget } from "../budget.ts";

/** A code object's source positions: for each code offset a place in a script, and the inlined calls that lead there. */
export interface PositionTable {
  /** Ascending. */
  readonly codeOffsets: Int32Array;
  readonly scriptOffsets: Int32Array;
  /** Row of the inlining columns, or -1 for the function itself. */
  readonly inlinings: Int32Array;
  /** Index in `functions` of the function inlined there. */
  readonly inlinedFunction: Int32Array;
  /** Script offset of the inlined call, and the inlining that contains this call (or -1). */
  readonly callOffset: Int32Array;
  readonly callInlining: Int32Array;
}

export const noPositions: PositionTable = {
  codeOffsets: new Int32Array(),
  scriptOffsets: new Int32Array(),
  inlinings: new Int32Array(),
  inlinedFunction: new Int32Array(),
  callOffset: new Int32Array(),
  callInlining: new Int32Array(),
};

const [comma, minus, letterC, letterF, letterI, letterO] = [44, 45, 67, 70, 73, 79];

/**
 * Parses the fields `C…O…[I…]…,F…O…[I…]…` of a `code-source-info` line (V8FileLogger::LogSourceCodeInformation, v8/src/logging/log.cc).
 * Undefined if they are corrupt, or inlining is deeper than V8 ever goes.
 */
export function parsePositionTable(bytes: Uint8Array): PositionTable | undefined {
  let entries = 0;
  let calls = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === letterC) entries += 1;
    else if (bytes[at] === letterF) calls += 1;
  }
  const table = {
    codeOffsets: new Int32Array(entries),
    scriptOffsets: new Int32Array(entries),
    inlinings: new Int32Array(entries).fill(-1),
    inlinedFunction: new Int32Array(calls).fill(-1),
    callOffset: new Int32Array(calls),
    callInlining: new Int32Array(calls).fill(-1),
  };
  const depth = new Uint16Array(calls);
  let row = -1;
  let isCall = false;
  let letter = 0;
  for (let at = 0; at < bytes.length;) {
    const before = letter;
    const isBetween = before !== letterC && before !== letterF;
    letter = bytes[at++] as number;
    let column: Int32Array;
    if (letter === letterO && !isBetween) column = isCall ? table.callOffset : table.scriptOffsets;
    else if (letter === letterC && isBetween && !isCall) column = table.codeOffsets;
    else if (letter === letterI && before === letterO) column = isCall ? table.callInlining : table.inlinings;
    else if (letter === letterF && isBetween) column = table.inlinedFunction;
    else if (letter === comma && isBetween && !isCall) {
      isCall = true;
      row = -1;
      continue;
    } else return undefined;
    if (letter === letterF && !isCall) {
      isCall = true;
      row = -1;
    }
    if (letter === letterC || letter === letterF) row += 1;
    if (letter === letterF && bytes[at] === letterO) continue;
    const isNegative = bytes[at] === minus;
    if (isNegative) at += 1;
    const first = at;
    let value = 0;
    for (; at < bytes.length; at++) {
      const digit = (bytes[at] as number) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (at === first || value > 0x7fffffff) return undefined;
    column[row] = isNegative ? -value : value;
    if (letter === letterC && (column[row] as number) < (row > 0 ? (column[row - 1] as number) : -1)) return undefined;
    if (letter === letterI && isCall) {
      depth[row] = (depth[column[row] as number] ?? 0) + 1;
      if ((depth[row] as number) > budget.inlinings) return undefined;
    }
  }
  return letter === letterC || letter === letterF ? undefined : table;
}

/** The last row at or before the code offset; -1 if there is none. */
export function rowAt(table: PositionTable, codeOffset: number): number {
  const offsets = table.codeOffsets;
  let low = -1;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] as number) <= codeOffset) low = middle;
    else high = middle - 1;
  }
  return low;
}
