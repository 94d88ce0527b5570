import {
  certainties,
  functionKinds,
  type Certainty,
  type FunctionKind,
  type FunctionTable,
  type Position,
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

  prefixAt(stack: number): number {
    return this.#stacks.prefix.at(stack);
  }

  placeAt(stack: number): number {
    return this.#stacks.item.at(stack);
  }

  /** Of the stack's innermost frame. */
  functionOf(stack: number): number {
    return this.#placeFunction.at(this.#stacks.item.at(stack));
  }

  /** Name of a function, the row of its script, or -1, and the script's URL. */
  functionAt(func: number): { readonly name: string; readonly script: number; readonly url: string | undefined } {
    const script = this.#script.at(func);
    return { name: this.#names[func] ?? "", script, url: this.#urls[script] };
  }

  positionAt(stack: number): Position {
    const place = this.placeAt(stack);
    return { line: this.#placeLine.at(place), column: this.#placeColumn.at(place) };
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

  /** Leaves out stacks that no sample of `used` is in or above, whose rows it then changes to those of the table. */
  finish(used?: readonly Int32Array[]): { scripts: ScriptTable; functions: FunctionTable; stacks: StackTable } {
    const kept = used === undefined ? undefined : this.#kept(used);
    const prefix = kept?.prefix ?? this.#stacks.prefix.toArray();
    const items = kept?.items ?? this.#stacks.item.values;
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

  #kept(used: readonly Int32Array[]): { readonly prefix: Int32Array; readonly items: Int32Array } {
    const [prefixes, items] = [this.#stacks.prefix.values, this.#stacks.item.values];
    const isUsed = new Uint8Array(this.#stacks.length);
    for (const rows of used) for (const row of rows) if (row >= 0) isUsed[row] = 1;
    for (let row = isUsed.length - 1; row >= 0; row--)
      if (isUsed[row] === 1 && (prefixes[row] as number) >= 0) isUsed[prefixes[row] as number] = 1;
    const now = new Int32Array(isUsed.length).fill(-1);
    let count = 0;
    for (let row = 0; row < now.length; row++) if (isUsed[row] === 1) now[row] = count++;
    const kept = { prefix: new Int32Array(count), items: new Int32Array(count) };
    for (let row = 0; row < now.length; row++) {
      const at = now[row] as number;
      if (at < 0) continue;
      kept.prefix[at] = (prefixes[row] as number) < 0 ? -1 : (now[prefixes[row] as number] as number);
      kept.items[at] = items[row] as number;
    }
    for (const rows of used)
      for (let at = 0; at < rows.length; at++) if ((rows[at] as number) >= 0) rows[at] = now[rows[at] as number] as number;
    return kept;
  }
}
