import {
  certainties,
  functionKinds,
  type Certainty,
  type FunctionKind,
  type FunctionTable,
  type ScriptTable,
  type StackTable,
} from "../profile/profile.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { IntColumn } from "./columns.ts";
import { PrefixPairs } from "./prefix-pairs.ts";

/** Builds the tables of a profile: each distinct script, function, place and stack has one row. */
export class ProfileTables {
  readonly #urls: string[] = [];
  readonly #names: string[] = [];
  readonly #script = new IntColumn();
  readonly #functionLine = new IntColumn();
  readonly #functionColumn = new IntColumn();
  readonly #kind = new IntColumn();
  readonly #pseudo = new Map<string, number>();
  /** Pairs (function, line), then (row of that, column and certainty), whose rows are the places. */
  readonly #placeLines = new NumberPairs();
  readonly #placeKeys = new NumberPairs();
  readonly #placeFunction = new IntColumn();
  readonly #placeLine = new IntColumn();
  readonly #placeColumn = new IntColumn();
  readonly #placeCertainty = new IntColumn();
  /** Places on top of each other. */
  readonly #stacks = new PrefixPairs();

  addScript(url: string): number {
    return this.#urls.push(url) - 1;
  }

  addFunction(name: string, script: number, line: number, column: number, kind: FunctionKind): number {
    this.#names.push(name);
    this.#script.push(script);
    this.#functionLine.push(line);
    this.#functionColumn.push(column);
    return this.#kind.push(functionKinds.indexOf(kind));
  }

  /** The function without a source that has this name and kind. */
  pseudoFunction(name: string, kind: FunctionKind): number {
    const key = `${kind} ${name}`;
    const known = this.#pseudo.get(key);
    if (known !== undefined) return known;
    const func = this.addFunction(name, -1, 0, -1, kind);
    this.#pseudo.set(key, func);
    return func;
  }

  place(func: number, line: number, column: number, certainty: Certainty): number {
    const rank = certainties.indexOf(certainty);
    const place = this.#placeKeys.row(this.#placeLines.row(func, line), column * certainties.length + rank);
    if (place < this.#placeFunction.length) return place;
    this.#placeFunction.push(func);
    this.#placeLine.push(line);
    this.#placeColumn.push(column);
    this.#placeCertainty.push(rank);
    return place;
  }

  pseudoPlace(name: string, kind: FunctionKind): number {
    return this.place(this.pseudoFunction(name, kind), 0, -1, "exact");
  }

  stackOf(prefix: number, place: number): number {
    return this.#stacks.row(prefix, place);
  }

  /** True if the place's line of its script is already on the stack. */
  isOnLine(stack: number, place: number): boolean {
    for (let at = stack; at >= 0; at = this.#stacks.prefix.at(at)) {
      const other = this.#stacks.item.at(at);
      const func = this.#placeFunction.at(other);
      if (func === this.#placeFunction.at(place) && this.#placeLine.at(other) === this.#placeLine.at(place)) return true;
    }
    return false;
  }

  finish(): { scripts: ScriptTable; functions: FunctionTable; stacks: StackTable } {
    const prefix = this.#stacks.prefix.toArray();
    const items = this.#stacks.item.values;
    const [functions, lines, columns] = [this.#placeFunction.values, this.#placeLine.values, this.#placeColumn.values];
    const ranks = this.#placeCertainty.values;
    const [func, line, column] = [new Int32Array(prefix.length), new Int32Array(prefix.length), new Int32Array(prefix.length)];
    const certainty = new Uint8Array(prefix.length);
    for (let stack = 0; stack < prefix.length; stack++) {
      const place = items[stack] as number;
      func[stack] = functions[place] as number;
      line[stack] = lines[place] as number;
      column[stack] = columns[place] as number;
      certainty[stack] = ranks[place] as number;
    }
    return {
      scripts: { url: this.#urls, hash: this.#urls.map(() => "") },
      functions: {
        name: this.#names,
        script: this.#script.toArray(),
        line: this.#functionLine.toArray(),
        column: this.#functionColumn.toArray(),
        kind: Uint8Array.from(this.#kind.toArray()),
      },
      stacks: { prefix, func, line, column, certainty },
    };
  }
}
