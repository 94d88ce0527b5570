import { changeOf } from "../../compare/chance/verdict.ts";
import type { DifferenceTree } from "../../compare/flame-difference.ts";
import type { Difference } from "../../compare/significance.ts";
import type { Milliseconds } from "../../units.ts";
import { drawSvg, type SvgBox, type SvgScript } from "./svg-drawing.ts";

type DifferenceLook = Difference["verdict"] | "much-slower" | "much-faster";

/** The run that gives the boxes their widths. */
export type SvgSide = "before" | "after";

/** Texts around the graph, in the user's language. */
export interface DifferenceSvgTexts {
  readonly title: string;
  readonly facts: string;
  /** A function as the reader should see it. */
  readonly name: (name: string) => string;
  readonly look: (look: DifferenceLook) => string;
  /** The text of a box: `10 ms → 5 ms, −5 ms, faster`. */
  readonly cost: (before: Milliseconds, after: Milliseconds, verdict: Difference["verdict"]) => string;
  readonly deeper: string;
}

/** Signs that tell the verdicts apart without colours. */
export const verdictMarks: Readonly<Record<Difference["verdict"], string>> = {
  slower: "▲ ",
  faster: "▼ ",
  new: "+ ",
  vanished: "× ",
  load: "",
  noise: "",
};
const order = ["much-faster", "faster", "noise", "slower", "much-slower", "new", "vanished"] as const;
/** A cost that changed by more than this factor is drawn in a stronger colour. */
const strongFactor = 2;

/** Two runs as one red and blue flame graph, callers below, by name. Code without cost in the run of `side` is not in it. */
export function exportDifferenceSvg(tree: DifferenceTree, side: SvgSide, texts: DifferenceSvgTexts, script?: SvgScript): string {
  const used = new Set<DifferenceLook>();
  const roots = boxesOf(tree, side, texts, used);
  const legend = order.filter((each) => used.has(each)).map((look) => ({ look, label: texts.look(look) }));
  return drawSvg({ title: texts.title, facts: texts.facts, roots, legend, deeper: texts.deeper, script });
}

function boxesOf(tree: DifferenceTree, side: SvgSide, texts: DifferenceSvgTexts, used: Set<DifferenceLook>): readonly SvgBox[] {
  const children: SvgBox[][] = [];
  // Node 0 is the root, which is not drawn.
  for (const [node, parent] of tree.parent.entries()) {
    const [before, after] = [tree.base[node] ?? 0, tree.next[node] ?? 0];
    const below: SvgBox[] = [];
    children.push(below);
    const worth = side === "after" ? after : before;
    if (parent === -1 || worth === 0) continue;
    const frame = tree.frames[tree.frame[node] ?? -1];
    const verdict = verdictOf(tree, node);
    const look = lookOf(verdict, before, after);
    used.add(look);
    const place = frame?.nextAt ?? frame?.baseAt;
    const where = place === undefined ? "" : ` (${place.line === 0 ? place.path : `${place.path}:${place.line}`})`;
    const name = `${verdictMarks[verdict]}${texts.name(frame?.name ?? "")}`;
    children[parent]?.push({ name, tip: `${name}${where} · ${texts.cost(before, after, verdict)}`, look, worth, children: below });
  }
  for (const below of children) below.sort((a, b) => (a.tip < b.tip ? -1 : 1));
  return children[0] ?? [];
}

/** Based on cost, as in the panel: the share of busy time may have grown even if the cost fell. */
function verdictOf({ base, next, noise }: DifferenceTree, node: number): Difference["verdict"] {
  const [before = 0, after = 0] = [base[node], next[node]];
  return noise[node] === 1 || before === after ? "noise" : changeOf(before, after, after - before);
}

function lookOf(verdict: Difference["verdict"], before: Milliseconds, after: Milliseconds): DifferenceLook {
  const isStrong = Math.max(before, after) > strongFactor * Math.min(before, after);
  return isStrong && (verdict === "faster" || verdict === "slower") ? `much-${verdict}` : verdict;
}
