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

const comma = 44;
const letterC = 67;
const letterF = 70;
const letterI = 73;
const letterO = 79;

/**
 * Parses the fields `C…O…[I…]…,F…O…[I…]…` of a `code-source-info` line (V8FileLogger::LogSourceCodeInformation, v8/src/logging/log.cc).
 * Undefined if they are corrupt, or inlining is deeper than V8 ever goes.
 */
export function parsePositionTable(bytes: Uint8Array): PositionTable | undefined {
  let entries = 0;
  let calls = 0;
  for (const byte of bytes) {
    if (byte === letterC) entries += 1;
    else if (byte === letterF) calls += 1;
  }
  const table = {
    codeOffsets: new Int32Array(entries),
    scriptOffsets: new Int32Array(entries),
    inlinings: new Int32Array(entries).fill(-1),
    inlinedFunction: new Int32Array(calls).fill(-1),
    callOffset: new Int32Array(calls),
    callInlining: new Int32Array(calls).fill(-1),
  };
  let at = 0;
  let broken = false;
  const number = (): number => {
    let value = 0;
    let digits = 0;
    const negative = bytes[at] === 45;
    if (negative) at += 1;
    for (; at < bytes.length; at++) {
      const digit = (bytes[at] as number) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      digits += 1;
    }
    if (digits === 0 || value > 0x7fffffff) broken = true;
    return negative ? -value : value;
  };
  const depth = new Uint16Array(calls);
  let last = -1;
  for (let row = 0; at < bytes.length && bytes[at] === letterC; row++) {
    at += 1;
    const codeOffset = number();
    if (bytes[at] !== letterO || codeOffset < last) return undefined;
    last = codeOffset;
    at += 1;
    table.codeOffsets[row] = codeOffset;
    table.scriptOffsets[row] = number();
    if (bytes[at] === letterI) {
      at += 1;
      table.inlinings[row] = number();
    }
    if (broken) return undefined;
  }
  if (bytes[at] === comma) at += 1;
  for (let row = 0; at < bytes.length && bytes[at] === letterF; row++) {
    at += 1;
    if (bytes[at] !== letterO) table.inlinedFunction[row] = number();
    if (bytes[at] !== letterO) return undefined;
    at += 1;
    table.callOffset[row] = number();
    if (bytes[at] === letterI) {
      at += 1;
      table.callInlining[row] = number();
      depth[row] = (depth[table.callInlining[row] as number] ?? 0) + 1;
    }
    if (broken || (depth[row] as number) > budget.inlinings) return undefined;
  }
  return at >= bytes.length ? table : undefined;
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
