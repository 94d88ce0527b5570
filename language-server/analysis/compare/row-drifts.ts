import { functionAround } from "../syntax/syntax.ts";
import { sliceCount } from "../costs/cost-slices.ts";
import type { CostDigest } from "./cost-digest.ts";
import type { Drift } from "./drift.ts";
import { type FunctionPair, OtherCode } from "./other-code.ts";
import type { SyntaxOf } from "./run-matching.ts";
import type { TickPair } from "./tick-pair.ts";
import { madeOnce } from "../collections.ts";

/** Colder functions weigh too little to be their own excuse. */
const hotShare = 0.01;

/** The common factor that each function is judged by: that of the code outside of it. */
export class RowDrifts {
  readonly all: Drift;
  readonly whole: NonNullable<TickPair["whole"]>;
  readonly #base: CostDigest;
  readonly #next: CostDigest;
  readonly #others: OtherCode;
  readonly #driftOf: (others: readonly TickPair[]) => Drift;
  readonly #known = new Map<string, Drift>();

  constructor(base: CostDigest, next: CostDigest, pairs: readonly FunctionPair[], driftOf: (others: readonly TickPair[]) => Drift) {
    this.#base = base;
    this.#next = next;
    this.#others = new OtherCode(base, next, pairs);
    this.#driftOf = driftOf;
    this.whole = this.#others.whole;
    this.all = driftOf(this.#others.all());
  }

  of(pair: FunctionPair): Drift {
    if (!isHot(this.#base, pair.base) && !isHot(this.#next, pair.next)) return this.all;
    return madeOnce(this.#known, `${pair.base} ${pair.next}`, () => this.#driftOf(this.#others.without(pair)));
  }
}

function isHot({ functions, busyTicks }: CostDigest, row: number): boolean {
  if (row === -1) return false;
  const ticks = functions.slices.total.subarray(row * sliceCount, (row + 1) * sliceCount);
  return ticks.reduce((sum, each) => sum + each, 0) > hotShare * busyTicks;
}

interface Side {
  readonly digest: CostDigest;
  readonly syntaxOf: SyntaxOf["base"];
  /** Rows of functions by where they start. */
  readonly rows: ReadonlyMap<string, number>;
}

/** Finds the function that a line is in, as its pair in both runs. */
export class LineFunctions {
  readonly #sides: readonly Side[];
  readonly #pairs: readonly ReadonlyMap<number, FunctionPair>[];

  constructor(base: CostDigest, next: CostDigest, syntaxOf: SyntaxOf, pairs: readonly FunctionPair[]) {
    this.#sides = [
      { digest: base, syntaxOf: syntaxOf.base, rows: rowsOf(base) },
      { digest: next, syntaxOf: syntaxOf.next, rows: rowsOf(next) },
    ];
    this.#pairs = [new Map(pairs.map((pair) => [pair.base, pair])), new Map(pairs.map((pair) => [pair.next, pair]))];
  }

  /** `pair`: rows of lines. Without a known function no code is left out. */
  of(pair: FunctionPair): FunctionPair {
    for (const [side, line] of [pair.base, pair.next].entries()) {
      const found = line === -1 ? undefined : this.#pairs[side]?.get(this.#functionOf(side, line) ?? -1);
      if (found !== undefined) return found;
    }
    return { base: -1, next: -1 };
  }

  #functionOf(side: number, row: number): number | undefined {
    const { digest, syntaxOf, rows } = this.#sides[side] as Side;
    const source = digest.lines.source[row] as number;
    const syntax = syntaxOf(source);
    if (syntax === undefined) return undefined;
    const { line, column } = syntax.functions;
    const at = functionAround(syntax, digest.lines.line[row] as number, -1);
    return rows.get(`${source}:${line[at]}:${column[at]}`) ?? rows.get(`${source}:${line[at]}`);
  }
}

function rowsOf({ functions }: CostDigest): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  functions.source.forEach((source, row) => {
    if (source === -1) return;
    rows.set(`${source}:${functions.line[row]}:${functions.column[row]}`, row);
    const line = `${source}:${functions.line[row]}`;
    if (!rows.has(line)) rows.set(line, row);
  });
  return rows;
}
