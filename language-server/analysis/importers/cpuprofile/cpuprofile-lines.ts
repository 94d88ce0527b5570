import type { ProblemCounts } from "../../profile/profile.ts";
import { LineHeaps } from "./line-heaps.ts";
import type { NodeTable } from "./cpuprofile-nodes.ts";
import type { StackRows } from "./cpuprofile-stacks.ts";

/** Samples by node; -1 if the profile has no such node. */
interface NodeSamples {
  readonly node: Int32Array;
  /** Undefined if all samples have the same worth. */
  readonly weight?: Float64Array | undefined;
}

/**
 * The stack of each sample, with its innermost function on one of the lines that the node has ticks on. Which sample was on which line is
 * unknown.
 */
export function assignStacks({ node, weight }: NodeSamples, nodes: NodeTable, rows: StackRows, problems: ProblemCounts): Int32Array {
  const lines = new LinesLeft(node, nodes, problems);
  const choose = weight === undefined ? (index: number): number => lines.next(index) : lines.byWeight(node, weight);
  const rowOfLine = new Int32Array(nodes.ticks.line.length).fill(-1);
  const stack = new Int32Array(node.length).fill(-1);
  for (let sample = 0; sample < stack.length; sample++) {
    const index = node[sample];
    if (index === -1) continue;
    const at = choose(index, sample);
    if (at !== -1 && rowOfLine[at] === -1) rowOfLine[at] = rows.onTick(index, at);
    stack[sample] = at === -1 ? rows.called(index) : rowOfLine[at];
  }
  return stack;
}

/** How many samples of each node remain for each of its lines. */
class LinesLeft {
  readonly #start: Int32Array;
  readonly #left: Int32Array;
  readonly #next: Int32Array;
  readonly #samples: Int32Array;

  constructor(node: Int32Array, { func, ticks }: NodeTable, problems: ProblemCounts) {
    this.#start = ticks.start;
    this.#samples = new Int32Array(func.length);
    for (let sample = 0; sample < node.length; sample++) {
      const index = node[sample];
      if (index !== -1) this.#samples[index] += 1;
    }
    this.#left = ticks.count.slice();
    for (let index = 0; index < func.length; index++) {
      const [from, end, available] = [ticks.start[index], ticks.start[index + 1], this.#samples[index]];
      let wanted = 0;
      for (let at = from; at < end; at++) wanted += ticks.count[at];
      if (wanted <= available) continue;
      problems.count("cpuprofile.lineSurplus");
      cutDown(this.#left.subarray(from, end), wanted, available);
    }
    this.#next = ticks.start.slice(0, func.length);
  }

  /** The line of a node's next sample, in the order of its lines; -1 if none remains. */
  next(index: number): number {
    const end = this.#start[index + 1];
    let at = this.#next[index];
    while (at < end && this.#left[at] === 0) at++;
    this.#next[index] = at;
    if (at === end) return -1;
    this.#left[at] = this.#left[at] - 1;
    return at;
  }

  /**
   * The same for weighted samples: each goes to the line that lacks most of its share of the node's worth, so that lines share worth in
   * proportion to their ticks.
   */
  byWeight(node: Int32Array, weight: Float64Array): (index: number, sample: number) => number {
    const start = this.#start;
    const lineless = this.#samples.slice();
    /** Mean weight of a node's samples. */
    const mean = new Float64Array(lineless.length);
    for (let sample = 0; sample < node.length; sample++) {
      const index = node[sample];
      if (index !== -1) mean[index] += weight[sample];
    }
    const lacks = new Float64Array(this.#left.length);
    const lacksLineless = new Float64Array(mean.length);
    for (let index = 0; index < mean.length; index++) {
      mean[index] = lineless[index] === 0 ? 0 : mean[index] / lineless[index];
      for (let at = start[index]; at < start[index + 1]; at++) {
        lineless[index] = lineless[index] - this.#left[at];
        lacks[at] = this.#left[at] * mean[index];
      }
      lacksLineless[index] = mean[index] * lineless[index];
    }
    const heaps = new LineHeaps(start, mean.length, this.#left, lacks);
    return (index, sample) => {
      const lines = heaps.size(index);
      if (lines === 0) return -1;
      if (lines === 1 && lineless[index] === 0) return heaps.first(index);
      const worth = weight[sample];
      const first = heaps.first(index);
      if (lineless[index] !== 0 && lacks[first] < lacksLineless[index]) {
        lineless[index] = lineless[index] - 1;
        lacksLineless[index] = lacksLineless[index] - worth;
        return -1;
      }
      this.#left[first] = this.#left[first] - 1;
      lacks[first] = lacks[first] - worth;
      heaps.lowered(index, this.#left[first] !== 0);
      return first;
    };
  }
}

/** Reduces counts, whose sum is `wanted`, in proportion to `available` (largest remainder). */
function cutDown(counts: Int32Array, wanted: number, available: number): void {
  const ideal = Float64Array.from(counts, (count) => (count / wanted) * available);
  counts.set(ideal.map(Math.floor));
  const missing = available - counts.reduce((sum, share) => sum + share, 0);
  const byRemainder = [...ideal.keys()].sort((a, b) => (ideal[b] % 1) - (ideal[a] % 1) || a - b);
  for (const index of byRemainder.slice(0, missing)) counts[index] += 1;
}
