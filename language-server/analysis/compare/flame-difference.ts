import { checkStop } from "../budget.ts";
import { errorOfTest } from "./chance/students-t.ts";
import { isChange } from "./chance/verdict.ts";
import type { CostDigest } from "./cost-digest.ts";
import type { Place } from "./code-pairs.ts";
import type { RunDifference } from "./diff.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { differenceOf } from "./significance.ts";
import type { Milliseconds, Share } from "../units.ts";
import { madeOnce } from "../collections.ts";

interface DifferenceFrame {
  readonly name: string;
  /** Place in the next run, else in the base; undefined for native code. */
  readonly nextAt: Place | undefined;
  readonly baseAt: Place | undefined;
}

/** Both runs' stacks as one tree; columns of equal length, callers first, node 0 is the root. */
export interface DifferenceTree {
  readonly frames: readonly DifferenceFrame[];
  /** Index of the parent node, or -1 for the root. */
  readonly parent: readonly number[];
  /** Index into `frames`, or -1 for the root. */
  readonly frame: readonly number[];
  /** Total milliseconds per unit in the old run (`base`) and the new one (`next`): the widths. */
  readonly base: readonly Milliseconds[];
  readonly next: readonly Milliseconds[];
  /** Change of the share of busy time, −1 to 1; shown as red and blue. */
  readonly delta: readonly Share[];
  /** 1 if the difference may be chance. */
  readonly noise: readonly number[];
}

/** Matched functions share a frame; native code is matched by name. */
export function flameDifference(base: CostDigest, next: CostDigest, difference: RunDifference): DifferenceTree {
  const frames = new Frames(base, next, difference);
  const nodes = new NumberPairs();
  const ticks = { base: [base.busyTicks], next: [next.busyTicks] };
  nodes.row(-1, -1);
  const add = ({ tree }: CostDigest, frameOf: (func: number) => number, totals: number[]): void => {
    const nodeOf = new Int32Array(tree.parent.length);
    for (let row = 0; row < nodeOf.length; row++) {
      checkStop();
      const parent = tree.parent[row] as number;
      const node = nodes.row(parent === -1 ? 0 : (nodeOf[parent] as number), frameOf(tree.func[row] as number));
      nodeOf[row] = node;
      totals[node] = (totals[node] ?? 0) + (tree.total[row] as number);
    }
  };
  add(base, (func) => frames.ofBase(func), ticks.base);
  add(next, (func) => frames.ofNext(func), ticks.next);
  const { family } = difference;
  const judged = nodes.first.map((_parent, node) => {
    checkStop();
    const pair = {
      base: Float32Array.of(ticks.base[node] ?? 0),
      next: Float32Array.of(ticks.next[node] ?? 0),
      isEdited: frames.edited.has(nodes.second[node] as number),
    };
    return differenceOf(pair, { ...family, error: errorOfTest("functions", nodes.length) });
  });
  return {
    frames: frames.list,
    parent: nodes.first,
    frame: nodes.second,
    base: judged.map(({ base }) => base),
    next: judged.map(({ next }) => next),
    delta: judged.map(({ base, next }) => shareOf(next, family.busy.next) - shareOf(base, family.busy.base)),
    noise: judged.map(({ verdict }) => (isChange(verdict) ? 0 : 1)),
  };
}

function shareOf(part: Milliseconds, whole: Milliseconds): Share {
  return whole > 0 ? part / whole : 0;
}

class Frames {
  readonly list: DifferenceFrame[] = [];
  /** Rows of functions whose text changed. */
  readonly edited = new Set<number>();
  readonly #base: CostDigest;
  readonly #next: CostDigest;
  readonly #difference: RunDifference;
  readonly #rows = new Map<string, number>();

  constructor(base: CostDigest, next: CostDigest, difference: RunDifference) {
    this.#base = base;
    this.#next = next;
    this.#difference = difference;
  }

  ofNext(func: number): number {
    return this.#row(func, this.#next, "nextAt");
  }

  ofBase(func: number): number {
    const now = this.#difference.matching.functionNow(func);
    if (now === undefined) return this.#row(func, this.#base, "baseAt");
    const path = this.#next.sources[now.source]?.path ?? "";
    const baseAt = placeIn(this.#base, func);
    const row = this.#add(`${path}:${now.line}:${now.column}:${now.name}`, { name: now.name, nextAt: { ...now, path }, baseAt });
    if (now.edited) this.edited.add(row);
    return row;
  }

  #row(func: number, digest: CostDigest, side: "nextAt" | "baseAt"): number {
    const name = digest.functions.name[func] as string;
    const at = placeIn(digest, func);
    const key = at === undefined ? name : `${side === "nextAt" ? "" : "base:"}${at.path}:${at.line}:${at.column}:${name}`;
    return this.#add(key, { name, nextAt: undefined, baseAt: undefined, [side]: at });
  }

  #add(key: string, frame: DifferenceFrame): number {
    return madeOnce(this.#rows, key, () => this.list.push(frame) - 1);
  }
}

function placeIn({ functions, sources }: CostDigest, func: number): Place | undefined {
  const path = sources[functions.source[func] as number]?.path;
  return path === undefined ? undefined : { path, line: functions.line[func] as number, column: functions.column[func] as number };
}
