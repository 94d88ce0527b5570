import { siteKinds, type Syntax } from "../syntax/syntax.ts";
import type { Line } from "../units.ts";
import { madeOnce } from "../collections.ts";

const calls = new Set((["call", "new", "super", "tag"] as const).map((kind) => siteKinds.indexOf(kind)));
/** Maximum number of calls on a path: V8 inlines no deeper either. */
const longestWay = 4;

/** What a text says about its functions: which function contains a line, and which calls which. Rows are indices in `syntax.functions`. */
export class TextCalls {
  readonly #syntax: Syntax;
  #owners: Int32Array | undefined;
  #callers: ReadonlyMap<string, ReadonlySet<number>> | undefined;

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
  }

  /**
   * The innermost function that contains a line. A function's first and last lines belong to the enclosing one, which may have code there
   * too.
   */
  ownerOf(line: Line): number {
    this.#owners ??= ownersOf(this.#syntax);
    return this.#owners[line] ?? 0;
  }

  /** Whether `inner` is nested in `outer`. */
  isWithin(inner: number, outer: number): boolean {
    let row = inner;
    while (row > outer) row = this.#syntax.functions.parent[row] as number;
    return row === outer && inner !== outer;
  }

  /**
   * The shortest path from a callee of `from` to `to`, by calls or by functions passed to calls. Undefined if there is none, or several.
   */
  way(from: number, to: number): readonly number[] | undefined {
    const visited = new Set([to]);
    let ways: (readonly number[])[] = [[to]];
    for (let length = 1; length <= longestWay && ways.length > 0; length++) {
      const longer = ways.flatMap((way) => this.#callersOf(way[0] as number).map((caller) => [caller, ...way]));
      const whole = longer.filter(([first]) => first === from);
      if (whole.length > 0) return whole.length === 1 ? whole[0]?.slice(1) : undefined;
      ways = longer.filter(([first]) => !visited.has(first as number));
      for (const [first] of ways) visited.add(first as number);
    }
    return undefined;
  }

  #callersOf(row: number): readonly number[] {
    const { functions, sites } = this.#syntax;
    this.#callers ??= callersByName(this.#syntax);
    const callers = new Set<number>();
    for (const name of functions.calledAs[row] ?? []) for (const caller of this.#callers.get(name) ?? []) callers.add(caller);
    const site = functions.argumentOf[row] as number;
    if (site !== -1) callers.add(sites.func[site] as number);
    return [...callers];
  }
}

function ownersOf({ functions }: Syntax): Int32Array {
  const owners = new Int32Array((functions.endLine[0] as number) + 1);
  // Inner functions come after the enclosing ones.
  for (let row = 1; row < functions.endLine.length; row++) {
    owners.fill(
      row,
      (functions.startLine[row] as number) + 1,
      Math.max(functions.startLine[row] as number, functions.endLine[row] as number),
    );
  }
  return owners;
}

/** For each name, the functions that call it. */
function callersByName({ sites }: Syntax): Map<string, Set<number>> {
  const callers = new Map<string, Set<number>>();
  sites.name.forEach((name, site) => {
    if (name === "" || !calls.has(sites.kind[site] as number)) return;
    madeOnce(callers, name, () => new Set<number>()).add(sites.func[site] as number);
  });
  return callers;
}
