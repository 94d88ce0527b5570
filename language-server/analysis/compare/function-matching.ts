import { checkStop } from "../budget.ts";
import { functionText, likeness, shapeOf, type Shape } from "../syntax/function-shape.ts";
import { splitLines } from "../syntax/line-ends.ts";
import type { Syntax } from "../syntax/syntax.ts";
import { grouped, madeOnce } from "../collections.ts";

/** A text of one run with its functions. */
export interface MatchedSource {
  readonly key: string;
  readonly text: string;
  readonly syntax: Syntax;
}

/** A function: its source, and its index in the syntax (0: the script itself). */
export interface FunctionSpot {
  readonly source: number;
  readonly row: number;
}

/** Functions of the same name in the same file match however their texts changed. Otherwise they must be at least this similar. */
const alikeInFile = 0.6;
const alikeByName = 0.5;
const alikeElsewhere = 0.8;
/** With fewer tokens only an equal text counts: `(x) => x.id` is everywhere. */
const fewestTokens = 12;
/** With more pairs similarity is not computed: unmatched functions are then reported as new and vanished. */
const mostPairs = 400_000;

interface Candidate extends FunctionSpot {
  /** Names of the enclosing functions and its own, outermost first. */
  readonly path: string;
  readonly name: string;
  readonly shape: () => Shape;
}

/**
 * Matches the functions of the base with those of the next run: by file and name, then by text, then by shape, so that edits around a
 * function, renaming and moving to another file do not lose it. Matches every function at most once.
 */
export function matchFunctions(
  base: readonly MatchedSource[],
  next: readonly MatchedSource[],
): readonly (readonly [FunctionSpot, FunctionSpot])[] {
  const matcher = new Matcher();
  const nextByKey = new Map(next.map((source, index) => [source.key, index]));
  const inNext = next.map(candidatesOf);
  const inBase = base.map(candidatesOf);
  const matchFile = (index: number, other: number): void => {
    const [old, now] = [inBase[index] ?? [], inNext[other] ?? []];
    matcher.add({ source: index, row: 0 }, { source: other, row: 0 });
    matcher.byGroups(old, now, ({ path, shape }) => `${path}\n${shape().exact}`);
    matcher.byName(old, now);
    matcher.byGroups(old, now, ({ shape }) => shape().nameless);
    matcher.byLikeness(old, now, alikeInFile);
  };
  base.forEach(({ key }, index) => {
    const other = nextByKey.get(key);
    if (other !== undefined) matchFile(index, other);
  });
  const [old, now] = [inBase.flat(), inNext.flat()];
  matcher.byGroups(old, now, ({ name, shape }) => `${name}\n${shape().exact}`, fewestTokens);
  matcher.byGroups(old, now, ({ shape }) => shape().nameless, fewestTokens);
  matcher.byLikeness(old, now, alikeByName, (a, b) => a.name !== "" && a.name === b.name);
  matcher.byLikeness(old, now, alikeElsewhere);
  for (const [index, other] of renamedFiles(base, next, inBase, matcher.matches)) matchFile(index, other);
  return matcher.matches;
}

/** Files without a counterpart, at least half of whose functions were matched in one new file. */
function renamedFiles(
  base: readonly MatchedSource[],
  next: readonly MatchedSource[],
  inBase: readonly (readonly Candidate[])[],
  matches: Matcher["matches"],
): readonly (readonly [number, number])[] {
  const kept = new Set(base.map(({ key }) => key));
  const known = new Set(next.map(({ key }) => key));
  const counts = new Map<string, { readonly pair: readonly [number, number]; count: number }>();
  for (const [from, to] of matches) {
    if (known.has(base[from.source]?.key ?? "") || kept.has(next[to.source]?.key ?? "")) continue;
    madeOnce(counts, `${from.source} ${to.source}`, () => ({ pair: [from.source, to.source] as const, count: 0 })).count += 1;
  }
  const taken = new Set<number>();
  return [...counts.values()]
    .toSorted((a, b) => b.count - a.count)
    .flatMap(({ pair, count }) => {
      const [from, to] = pair;
      if (count * 2 < (inBase[from]?.length ?? 0) || taken.has(to)) return [];
      taken.add(to);
      return [pair];
    });
}

class Matcher {
  readonly matches: (readonly [FunctionSpot, FunctionSpot])[] = [];
  readonly #taken = { base: new Set<string>(), next: new Set<string>() };

  add(base: FunctionSpot, next: FunctionSpot): void {
    this.matches.push([base, next]);
    this.#taken.base.add(`${base.source} ${base.row}`);
    this.#taken.next.add(`${next.source} ${next.row}`);
  }

  /** Matches functions of equal key, in the order of their places. */
  byGroups(base: readonly Candidate[], next: readonly Candidate[], keyOf: (candidate: Candidate) => string, fewest = 0): void {
    const isLarge = ({ shape }: Candidate): boolean => fewest === 0 || shape().size >= fewest;
    const waiting = grouped(this.#free("next", next).filter(isLarge), (candidate) => {
      checkStop();
      return keyOf(candidate);
    });
    for (const candidate of this.#free("base", base).filter(isLarge)) {
      checkStop();
      const found = waiting.get(keyOf(candidate))?.shift();
      if (found !== undefined) this.add(candidate, found);
    }
  }

  /**
   * Matches functions of the same name at the same nesting; if several share it, the most similar ones, and finally a single one left on
   * each side.
   */
  byName(base: readonly Candidate[], next: readonly Candidate[]): void {
    const groups = grouped(this.#free("next", next), ({ path }) => path);
    for (const [path, old] of grouped(this.#free("base", base), ({ path }) => path)) {
      const now = groups.get(path);
      if (now === undefined) continue;
      if (old.length > 1 || now.length > 1) this.byLikeness(old, now, alikeInFile);
      const [oldLeft, nowLeft] = [this.#free("base", old), this.#free("next", now)];
      const [first] = oldLeft;
      const [other] = nowLeft;
      if (first === undefined || other === undefined || oldLeft.length > 1 || nowLeft.length > 1) continue;
      // An anonymous function has only its context as a name: some of its text must be the same.
      if (first.name !== "" || likeness(first.shape(), other.shape()) >= alikeInFile / 2) this.add(first, other);
    }
  }

  /** Most similar first. */
  byLikeness(
    base: readonly Candidate[],
    next: readonly Candidate[],
    least: number,
    isPossible: (a: Candidate, b: Candidate) => boolean = () => true,
  ): void {
    const [old, now] = [this.#free("base", base), this.#free("next", next)];
    if (old.length * now.length > mostPairs) return;
    const found: { readonly base: Candidate; readonly next: Candidate; readonly likeness: number }[] = [];
    for (const a of old) {
      checkStop();
      const { size } = a.shape();
      if (size < fewestTokens) continue;
      for (const b of now) {
        const other = b.shape().size;
        if (other < fewestTokens || (2 * Math.min(size, other)) / (size + other) < least || !isPossible(a, b)) continue;
        const alike = likeness(a.shape(), b.shape());
        if (alike >= least) found.push({ base: a, next: b, likeness: alike });
      }
    }
    for (const { base: a, next: b } of found.sort((a, b) => b.likeness - a.likeness))
      if (this.#isFree("base", a) && this.#isFree("next", b)) this.add(a, b);
  }

  #free(side: "base" | "next", candidates: readonly Candidate[]): readonly Candidate[] {
    return candidates.filter((candidate) => this.#isFree(side, candidate));
  }

  #isFree(side: "base" | "next", { source, row }: FunctionSpot): boolean {
    return !this.#taken[side].has(`${source} ${row}`);
  }
}

/** All functions of a source except the script itself. */
function candidatesOf({ text, syntax }: MatchedSource, source: number): readonly Candidate[] {
  const { name, parent, argumentOf } = syntax.functions;
  const lines = splitLines(text);
  const paths: string[] = [""];
  const candidates: Candidate[] = [];
  for (let row = 1; row < name.length; row++) {
    const own = name[row] as string;
    const site = argumentOf[row] as number;
    paths[row] = `${paths[parent[row] as number] ?? ""}/${own === "" ? `(${syntax.sites.name[site] ?? ""})` : own}`;
    let shape: Shape | undefined;
    checkStop();
    const shapeOnce = (): Shape => {
      checkStop();
      return (shape ??= shapeOf(functionText(lines, syntax, row), own));
    };
    candidates.push({ source, row, path: paths[row] as string, name: own, shape: shapeOnce });
  }
  return candidates;
}
