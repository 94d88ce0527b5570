import * as v from "valibot";
import { FunctionInterner } from "../importers/cpuprofile/cpuprofile-functions.ts";
import { certainties, type Profile } from "../profile/profile.ts";
import { StackInterner } from "../profile/stack-interner.ts";
import type { Bytes } from "../units.ts";

/** Further stacks are counted for their callers. */
const mostRows = 200_000;
/** Further samples make a run's file larger, not its figures more exact. */
const mostTicks = 200_000;

const [exact, unknown] = [certainties.indexOf("exact"), certainties.indexOf("unknown")];

const callFrame = v.object({
  functionName: v.string(),
  scriptId: v.string(),
  url: v.string(),
  lineNumber: v.number(),
  columnNumber: v.number(),
});
export type CallFrame = v.InferOutput<typeof callFrame>;

/** One of V8's sampling heap profile, as the app's inspector sends it: untrusted. Its size is what V8 estimates, not only what it sampled. */
const heapNode = v.object({
  callFrame,
  selfSize: v.pipe(v.number(), v.finite(), v.minValue(0)),
  children: v.array(v.unknown()),
});
const heapProfile = v.object({ head: v.unknown(), samples: v.array(v.unknown()) });

/** `ours`: left out with all that it calls; `passes`: what it calls is the app's. */
export type FrameOwner = (frame: CallFrame) => "app" | "ours" | "passes";

/** What one thread allocated, summed over windows, by stacks of functions: V8 knows no lines. */
export class AllocationTree {
  readonly #ownerOf: FrameOwner;
  readonly #rows = new Map<string, number>();
  readonly #prefix: number[] = [];
  readonly #frame: CallFrame[] = [];
  readonly #bytes: Bytes[] = [];
  #samples = 0;

  constructor(ownerOf: FrameOwner) {
    this.#ownerOf = ownerOf;
  }

  /** V8's samples so far, on which errors are based. */
  get samples(): number {
    return this.#samples;
  }

  get total(): Bytes {
    return this.#bytes.reduce((sum, each) => sum + each, 0);
  }

  /** Call frames by the ids of their scripts. */
  get frames(): readonly CallFrame[] {
    return this.#frame;
  }

  /** Adds a window's profile, and returns how much was allocated in it. What is damaged of it is left out. */
  add(profile: unknown): Bytes {
    const read = v.safeParse(heapProfile, profile);
    if (!read.success) return 0;
    this.#samples += read.output.samples.length;
    let added = 0;
    const open: { readonly node: unknown; readonly prefix: number; readonly isRoot: boolean }[] = [
      { node: read.output.head, prefix: -1, isRoot: true },
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const found = v.safeParse(heapNode, next.node);
      if (!found.success) continue;
      const { callFrame: frame, selfSize, children } = found.output;
      const owner = next.isRoot ? "passes" : this.#ownerOf(frame);
      if (owner === "ours") continue;
      const row = owner === "passes" ? next.prefix : this.#row(next.prefix, frame);
      if (row !== -1) {
        this.#bytes[row] = (this.#bytes[row] ?? 0) + selfSize;
        added += selfSize;
      }
      for (const node of children) open.push({ node, prefix: row, isRoot: false });
    }
    return added;
  }

  #row(prefix: number, frame: CallFrame): number {
    const key = `${prefix} ${frame.scriptId} ${frame.lineNumber} ${frame.columnNumber} ${frame.functionName}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    if (this.#frame.length >= mostRows) return prefix;
    const row = this.#frame.push(frame) - 1;
    this.#rows.set(key, row);
    this.#prefix.push(prefix);
    this.#bytes.push(0);
    return row;
  }

  /**
   * As a profile in which a tick is `unit` bytes, by which all views of time can add it up. Each frame is where its function starts. What is
   * less than a tick is carried on to the next stack, so that the sum is kept.
   */
  profile(unit: Bytes, hashOf: (url: string, scriptId: string) => string): Profile {
    const functions = new FunctionInterner(hashOf);
    const stacks = new StackInterner(this.#frame.length);
    const table = new Int32Array(this.#frame.length);
    const ticks: number[] = [];
    const func = this.#frame.map((frame) => functions.row(frame));
    const places = functions.functions();
    let carried = 0;
    for (let row = 0; row < table.length; row++) {
      const prefix = this.#prefix[row] as number;
      const at = func[row] as number;
      const line = places.line[at] as number;
      table[row] = stacks.row(prefix === -1 ? -1 : (table[prefix] as number), at, line, places.column[at], line === 0 ? unknown : exact);
      carried += (this.#bytes[row] as number) / unit;
      for (; carried >= 0.5; carried--) ticks.push(table[row] as number);
    }
    return {
      scripts: functions.scripts(),
      functions: places,
      stacks: stacks.stacks(),
      samples: { stack: Int32Array.from(ticks), time: new Float64Array(ticks.length) },
      interval: unit,
    };
  }
}

/** Bytes that a tick of a run is worth whose threads allocated this: about those of one of V8's samples. */
export function tickBytes(trees: readonly Pick<AllocationTree, "samples" | "total">[]): Bytes {
  const sum = (of: (tree: Pick<AllocationTree, "samples" | "total">) => number): number => trees.reduce((all, tree) => all + of(tree), 0);
  const samples = Math.min(
    mostTicks,
    sum((tree) => tree.samples),
  );
  return samples === 0 ? 1 : Math.max(1, sum((tree) => tree.total) / samples);
}
