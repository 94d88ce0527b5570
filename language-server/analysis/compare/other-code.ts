import { checkStop } from "../budget.ts";
import { sliceCount } from "../costs/cost-slices.ts";
import type { CostDigest } from "./cost-digest.ts";
import type { TickPair } from "./tick-pair.ts";

/** Rows of a function in both digests, or -1. */
export interface FunctionPair {
  readonly base: number;
  readonly next: number;
}

/**
 * Self ticks of all functions but for what runs inside a judged one: a function that is most of an app, with all that it calls, would else be
 * its own excuse. Ticks in writes to sockets are left out: where cores are short, who reads runs first.
 */
export class OtherCode {
  readonly #sides: { readonly base: SelfTicks; readonly next: SelfTicks };
  readonly #pairs: readonly FunctionPair[];
  /** Ticks by slice of all functions that do not write. */
  readonly whole: NonNullable<TickPair["whole"]>;

  constructor(base: CostDigest, next: CostDigest, pairs: readonly FunctionPair[]) {
    this.#sides = { base: new SelfTicks(base), next: new SelfTicks(next) };
    this.#pairs = pairs;
    this.whole = { base: this.#sides.base.computing(), next: this.#sides.next.computing() };
  }

  all(): readonly TickPair[] {
    return this.#pairs.map((pair) => this.#ticksOf(pair, undefined, undefined));
  }

  without({ base, next }: FunctionPair): readonly TickPair[] {
    const inside = { base: this.#sides.base.inside(base), next: this.#sides.next.inside(next) };
    return this.#pairs.map((pair) => this.#ticksOf(pair, inside.base, inside.next));
  }

  #ticksOf({ base, next }: FunctionPair, insideBase: Float64Array | undefined, insideNext: Float64Array | undefined): TickPair {
    return { base: this.#sides.base.left(base, insideBase), next: this.#sides.next.left(next, insideNext), whole: this.whole };
  }
}

const nothing = new Float32Array(sliceCount);

class SelfTicks {
  readonly #digest: CostDigest;
  /** By node: its own ticks, and the function whose self they are, -1 if none. */
  readonly #self: Float64Array;
  readonly #owner: Int32Array;

  constructor(digest: CostDigest) {
    const { parent, func, total } = digest.tree;
    this.#digest = digest;
    this.#self = Float64Array.from(total);
    this.#owner = new Int32Array(parent.length);
    for (let node = 0; node < parent.length; node += 1) {
      checkStop(node);
      const above = parent[node] as number;
      if (above !== -1) this.#self[above] = (this.#self[above] as number) - (total[node] as number);
      const row = func[node] as number;
      this.#owner[node] = digest.functions.source[row] === -1 ? (above === -1 ? -1 : (this.#owner[above] as number)) : row;
    }
  }

  /** Self ticks by function of what runs inside one; undefined for row -1. */
  inside(row: number): Float64Array | undefined {
    if (row === -1) return undefined;
    const { parent, func } = this.#digest.tree;
    const ticks = new Float64Array(this.#digest.functions.name.length);
    const isInside = new Uint8Array(parent.length);
    for (let node = 0; node < parent.length; node += 1) {
      checkStop(node);
      const above = parent[node] as number;
      if (func[node] !== row && (above === -1 || isInside[above] === 0)) continue;
      isInside[node] = 1;
      const owner = this.#owner[node] as number;
      if (owner !== -1) ticks[owner] = (ticks[owner] as number) + (this.#self[node] as number);
    }
    return ticks;
  }

  /** Self ticks by slice of all functions without writes. */
  computing(): Float32Array {
    const { name, slices, writes } = this.#digest.functions;
    const sums = new Float32Array(sliceCount);
    for (let row = 0; row < name.length; row += 1) {
      if ((writes.self[row] ?? 0) > 0) continue;
      for (let slice = 0; slice < sliceCount; slice += 1)
        sums[slice] = (sums[slice] as number) + (slices.self[row * sliceCount + slice] as number);
    }
    return sums;
  }

  /** A function's self ticks by slice without those inside and those of writes. */
  left(row: number, inside: Float64Array | undefined): Float32Array {
    if (row === -1) return nothing;
    const { slices, writes } = this.#digest.functions;
    const own = slices.self.subarray(row * sliceCount, (row + 1) * sliceCount);
    const all = own.reduce((sum, ticks) => sum + ticks, 0);
    const gone = Math.min(all, (inside?.[row] ?? 0) + (writes.self[row] ?? 0));
    return gone === 0 ? own : own.map((ticks) => (ticks * (all - gone)) / all);
  }
}
