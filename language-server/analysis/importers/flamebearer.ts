import { FileBudget } from "../budget.ts";
import type { Microseconds } from "../units.ts";
import { UserError } from "../user-error.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import { jsonOf, listOf, recordOf } from "./json-values.ts";
import { type NamedFunction, StackProfile, stackFile } from "./stack-profile.ts";
import { textFrame } from "./stack-text.ts";
import { madeOnce } from "../collections.ts";

/** Numbers of a node: its distance from the node before, its total, its self, and its name. */
const nodeLength = 4;
/** Pyroscope's own default, in samples per second. */
const usualRate = 100;
/** Larger sums are times, not numbers of samples. */
const mostSamples = 2_000_000;
/** Units of values that are samples of time; others are bytes, objects, locks, goroutines. */
const timeUnits: readonly unknown[] = ["samples", "", undefined];
/** `./src/app.js:price:3` and `:(idle):0`, as Pyroscope's SDK for Node.js writes them. */
const ofNode = /^((?:[^:]|:\/\/|^[A-Za-z]:[\\/])*):([^:]*):(\d+)$/;

/** A flame graph that Pyroscope exports as JSON, or answers at `/render`: levels of nodes, from the root on (`flamebearer.go` in its sources). */
export const flamebearerImporter: TextImporter = {
  name: "Pyroscope flame graph",
  title: "format.flamebearer",
  extensions: ["json"],
  reads: "text",
  recognises: (head) =>
    /^\s*\{(?:[^]*?[{,])?\s*"flamebearer"\s*:\s*\{/.test(head) ||
    /^\s*\{\s*"names"\s*:\s*\[\s*"total"/.test(head) ||
    /^\s*\{\s*"metadata"\s*:\s*\{[^}]*"spyName"\s*:/.test(head),
  read: readFlamebearer,
};

/** Throws a UserError for a difference, for values that are no time, and if there are no samples. */
function readFlamebearer(text: string): ImportedFile {
  const file = recordOf(jsonOf(text, "flamebearer.damaged"));
  const inner = recordOf(file["flamebearer"]);
  const graph = "levels" in inner ? inner : file;
  const meta = { ...graph, ...recordOf(file["metadata"]) };
  if (meta["format"] === "double" || "leftTicks" in file || "leftTicks" in graph) throw new UserError("flamebearer.isDifference");
  if (!timeUnits.includes(meta["units"])) throw new UserError("flamebearer.notTime", { unit: String(meta["units"]) });
  const rate = Number(meta["sampleRate"]);
  const tick: Microseconds = 1e6 / (rate > 0 ? rate : usualRate);
  const profile = new StackProfile(new FileBudget());
  const nodes = nodesOf(graph["levels"], listOf(graph["names"]), profile);
  const sum = nodes.reduce((all, { self }) => all + self, 0);
  if (!(sum > 0)) throw new UserError("flamebearer.empty");
  let now = 0;
  for (const { stack, self } of nodes) {
    const count = sum <= mostSamples && Number.isInteger(self) ? self : 1;
    profile.add(stack, now, count, (self * tick) / count);
    now += self * tick;
  }
  return stackFile([{ name: "main", profile }], { hasTimes: false, problems: [{ code: "flamebearer.onlyFunctions", count: 1 }] });
}

interface Node {
  readonly stack: number;
  readonly self: number;
  readonly start: number;
  readonly end: number;
}

/** Nodes with a time of their own. The root, which stands for all of them, is no function. */
function nodesOf(levels: unknown, names: readonly unknown[], profile: StackProfile): readonly Node[] {
  const found: Node[] = [];
  const functions = new Map<number, number>();
  const functionOf = (index: number): number => {
    const name = names[index];
    return madeOnce(functions, index, () => profile.functionRow(frameOf(typeof name === "string" ? name : "(unknown)")));
  };
  let above: readonly Node[] = [];
  listOf(levels).forEach((row, depth) => {
    const level: Node[] = [];
    const numbers = listOf(row).map(Number);
    let at = 0;
    let parent = 0;
    for (let node = 0; node + nodeLength <= numbers.length; node += nodeLength) {
      const [distance, total, self, name] = numbers.slice(node, node + nodeLength) as [number, number, number, number];
      if (![distance, total, self].every((each) => each >= 0 && each < Number.MAX_SAFE_INTEGER)) throw new UserError("flamebearer.damaged");
      const start = at + distance;
      at = start + total;
      while (parent < above.length && (above[parent] as Node).end <= start) parent++;
      const under = above[parent]?.stack ?? -1;
      level.push({ stack: depth === 0 ? -1 : profile.stackRow(under, functionOf(name)), self, start, end: at });
    }
    found.push(...level.filter(({ self }) => self > 0));
    above = level;
  });
  return found.filter(({ stack }) => stack !== -1);
}

function frameOf(text: string): NamedFunction {
  const frame = textFrame(text);
  const [, url, name = "", line] = frame.url === "" ? (ofNode.exec(text) ?? []) : [];
  return url === undefined ? frame : { name, url, line: Number(line), column: 0 };
}
