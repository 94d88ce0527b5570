import type { Line, Milliseconds, Share } from "../units.ts";
import type { CountedLoop } from "./counted-script.ts";

/** A loop in another one whose turns grow with the square of the outer one's: what both turned for a call of their function, at two sizes. */
export interface QuadraticLoop {
  readonly line: Line;
  readonly outerLine: Line;
  /** The smaller size first. */
  readonly outer: readonly [number, number];
  readonly inner: readonly [number, number];
}

/** Smaller ones say nothing about growth. */
const leastTurns = 10;
/** The sizes must differ by as much. */
const leastFactor = 1.4;
/** Of a true square it is 2; a loop over the items before each has little less, as n(n - 1)/2. */
const leastExponent = 1.75;

/** Of the same text, counted twice. Loops are matched by their places, and have to turn often to be worth naming. */
export function quadraticLoops(one: readonly CountedLoop[], other: readonly CountedLoop[]): readonly QuadraticLoop[] {
  const placed = new Map(other.map((loop) => [`${loop.line} ${loop.column}`, loop]));
  return one.flatMap((loop): readonly QuadraticLoop[] => {
    const again = placed.get(`${loop.line} ${loop.column}`);
    const [here, there] = [sizesOf(loop), again && sizesOf(again)];
    if (loop.outer === undefined || here === undefined || there === undefined) return [];
    const [small, large] = here.outer <= there.outer ? [here, there] : [there, here];
    const factor = large.outer / small.outer;
    if (small.outer < leastTurns || factor < leastFactor) return [];
    const exponent = Math.log(large.inner / small.inner) / Math.log(factor);
    if (!(exponent >= leastExponent)) return [];
    return [{ line: loop.line, outerLine: loop.outer.line, outer: [small.outer, large.outer], inner: [small.inner, large.inner] }];
  });
}

/** Turns for a call; undefined if it is not in another loop, or was not called. */
function sizesOf({ outer, turns, calls }: CountedLoop): { readonly outer: number; readonly inner: number } | undefined {
  return outer === undefined || calls === 0 ? undefined : { outer: outer.turns / calls, inner: turns / calls };
}

export interface Calls {
  /** For a request. */
  readonly calls: number;
  /** CPU time of all of them together, with all that they call. */
  readonly perRequest: Milliseconds;
  /** Of the run's busy time: without other own code that they call. */
  readonly ownShare: Share;
}

/** What costs less is neither. */
const leastShare: Share = 0.1;
const manyCalls = 500;
const shortCall: Milliseconds = 0.02;
const fewCalls = 20;
const longCall: Milliseconds = 0.5;

/**
 * `often`: many calls of little time each, so that calling it less helps. `slow`: few calls that take long, so that the call itself has to become
 * faster. Undefined for what is neither, or costs little.
 */
export function callRate({ calls, perRequest, ownShare }: Calls): "often" | "slow" | undefined {
  if (ownShare < leastShare || calls <= 0) return undefined;
  const each = perRequest / calls;
  if (calls >= manyCalls && each <= shortCall) return "often";
  return calls <= fewCalls && each >= longCall ? "slow" : undefined;
}
