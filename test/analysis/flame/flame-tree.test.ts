import * as fc from "fast-check";
import { expect, test } from "vitest";
import { timelineRuns } from "../../../language-server/analysis/flame/flame-tree.ts";

/** `2 5 5` for runs of nodes 2 and 5. */
function expanded({ nodes, ticks }: ReturnType<typeof timelineRuns>): number[] {
  return nodes.flatMap((node, index) => Array<number>(ticks[index] ?? 0).fill(node));
}

function countRuns(nodes: readonly number[]): number {
  return nodes.filter((node, index) => node !== nodes[index - 1]).length;
}

test("property: a timeline with too many runs is sorted in the shortest sufficient windows, and no further", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 100 }),
      fc.integer({ min: 1, max: 30 }),
      (nodes, most) => {
        let wanted = nodes;
        for (let window = 2; countRuns(wanted) > most && window < nodes.length * 2; window *= 2)
          wanted = nodes.flatMap((_node, at) => (at % window === 0 ? nodes.slice(at, at + window).toSorted((a, b) => a - b) : []));
        expect(
          expanded(
            timelineRuns({ stack: Int32Array.from(nodes), weight: undefined, ticks: nodes.length }, Int32Array.of(0, 1, 2, 3, 4, 5), most),
          ),
        ).toEqual(wanted);
      },
    ),
    { numRuns: 300 },
  );
});
