import type { FunctionCost, LineCost } from "../analysis/costs/costs.ts";
import { functionAround, nearestFunction, type Syntax } from "../analysis/syntax/syntax.ts";
import type { Line } from "../analysis/units.ts";
import type { FileCosts } from "./file-view.ts";
import { splitLines } from "../analysis/syntax/line-ends.ts";

/** Facts about single lines of a source, computed on demand. Lines are those that ran. */
export class FileLines {
  readonly #costs: Pick<FileCosts, "lines" | "functions">;
  readonly #text: string | undefined;
  readonly #syntax: Syntax | undefined;
  #byLine: ReadonlyMap<Line, LineCost> | undefined;
  #texts: readonly string[] | undefined;
  /** By index in the syntax's functions. */
  #byFunction: ReadonlyMap<number, FunctionCost> | undefined;

  /** `text` and `syntax` are undefined if the source was not kept, or cannot be parsed. */
  constructor(costs: Pick<FileCosts, "lines" | "functions">, text: string | undefined, syntax: Syntax | undefined) {
    this.#costs = costs;
    this.#text = text;
    this.#syntax = syntax;
  }

  cost(line: Line): LineCost | undefined {
    this.#byLine ??= new Map(this.#costs.lines.map((cost) => [cost.line, cost]));
    return this.#byLine.get(line);
  }

  /** "" if the text is unknown. */
  text(line: Line): string {
    this.#texts ??= splitLines(this.#text ?? "");
    return this.#texts[line - 1] ?? "";
  }

  /** The hottest of the innermost functions on the line, according to its text; without text, the nearest one that starts before it. */
  functionAround(line: Line): FunctionCost | undefined {
    const syntax = this.#syntax;
    const { functions } = this.#costs;
    if (syntax === undefined) return functions.filter((cost) => cost.line <= line).toSorted((a, b) => b.line - a.line)[0];
    // The hottest comes first and overwrites others of the same index.
    const byFunction = (this.#byFunction ??= new Map(functions.toReversed().map((cost) => [nearestFunction(syntax, cost), cost])));
    const around = [functionAround(syntax, line, 0), functionAround(syntax, line, -1)].flatMap((innermost) => {
      let row = innermost;
      while (row > 0 && !byFunction.has(row)) row = syntax.functions.parent[row] ?? 0;
      return byFunction.get(row) ?? [];
    });
    return around.toSorted((a, b) => b.totalTicks - a.totalTicks)[0];
  }
}
