import type { Microseconds } from "../../units.ts";
import type { NamedFunction } from "../stack-profile.ts";

/** A frame of a Firefox profile. */
export interface FirefoxFrame {
  readonly func: NamedFunction;
  readonly isScript: boolean;
  /** The machine code of a script's function. */
  readonly isMachineCode: boolean;
  /** Machine code of a library of which only the address is known: `func` is named after the library. */
  readonly isNameless: boolean;
  /** Where it runs: line from 1, column from 0; 0 and -1 if unknown. */
  readonly line: number;
  readonly column: number;
  /** Row of the file's categories; -1 if it has that of its caller. */
  readonly category: number;
}

/** A stack of a thread: a frame on top of the stack `under` (-1: none), which precedes it. */
interface FirefoxStack {
  readonly under: number;
  readonly frame: number;
}

export interface FirefoxSample {
  /** -1 for none. */
  readonly stack: number;
  readonly time: Microseconds;
  /** Never negative. */
  readonly length: Microseconds;
  /** CPU time or cycles since the sample before; undefined if it was not measured. */
  readonly cpu: number | undefined;
}

export type CategoryKind = "idle" | "gc" | "other";

/** A thread of either of Firefox's formats, untrusted: any reference may be invalid. */
export interface FirefoxThread {
  readonly name: string;
  /** Distinguish threads of the same name: name or id of the process, and id of the thread. */
  readonly process: string;
  readonly id: string;
  readonly samples: { readonly count: number; readonly at: (row: number) => FirefoxSample };
  readonly stackAt: (stack: number) => FirefoxStack | undefined;
  readonly frameAt: (frame: number) => FirefoxFrame | undefined;
  /** By row of the file's categories. */
  readonly categories: readonly CategoryKind[];
}

/** A row of a column, or undefined. */
export type Column = (row: number) => unknown;

/** A whole number of at least 0, or -1. */
export function indexOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : -1;
}

/** A finite number, or 0. */
export function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

const unit: Microseconds = 1000;

interface SampleColumns {
  readonly count: number;
  readonly stack: Column;
  /** In milliseconds. */
  readonly time: Column;
  readonly weight: Column;
  readonly cpu: Column;
}

/**
 * Samples are created on demand, as there may be millions. Times are in milliseconds since the profile's start; a weight of 1 is `worth`
 * milliseconds.
 */
export function samplesOf({ count, stack, time, weight, cpu }: SampleColumns, worth: number): FirefoxThread["samples"] {
  const at = (row: number): FirefoxSample => {
    const used = cpu(row);
    const given = weight(row);
    return {
      stack: indexOf(stack(row)),
      time: Math.max(0, numberOf(time(row))) * unit,
      length: Math.max(0, given === undefined || given === null ? 1 : numberOf(given)) * worth * unit,
      // The first sample has no sample before it, from which CPU time could count.
      cpu: row > 0 && typeof used === "number" ? used : undefined,
    };
  };
  return { count, at };
}

/** Rows of the samples in the order of time. */
export function rowsInOrder({ count, at }: FirefoxThread["samples"]): Uint32Array {
  const times = Float64Array.from({ length: count }, (_, row) => at(row).time);
  const rows = Uint32Array.from(times.keys());
  const isInOrder = times.every((time, row) => row === 0 || time >= (times[row - 1] as number));
  return isInOrder ? rows : rows.sort((a, b) => (times[a] as number) - (times[b] as number) || a - b);
}

/** Firefox and samply mark what waits by a category of this colour. */
const idleColor = "transparent";

export function categoryKind({ name, color }: Readonly<Record<string, unknown>>): CategoryKind {
  if (color === idleColor || name === "Idle") return "idle";
  return name === "GC / CC" ? "gc" : "other";
}
