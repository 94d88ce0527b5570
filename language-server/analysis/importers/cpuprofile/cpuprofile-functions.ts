import { NumberPairs } from "../../profile/number-pairs.ts";
import { functionKinds, type FunctionKind, type FunctionTable, type ScriptTable } from "../../profile/profile.ts";

/** V8's pseudo functions, by the names that its profiler gives them. */
const pseudoKinds: ReadonlyMap<string, FunctionKind> = new Map([
  ["(root)", "program"],
  ["(program)", "program"],
  ["(idle)", "idle"],
  ["(garbage collector)", "gc"],
]);

/** So many functions at one place are compared one by one: only what was made to be slow has more. */
const fewest = 16;

/** Interns the call frames of a `.cpuprofile`: every field of theirs is untrusted. */
export class FunctionInterner {
  readonly #hashOf: (url: string, scriptId: string) => string;
  readonly #ids = new Map<string, number>();
  /** (id, line), then (that, column): rows of functions hang together by `#next` from `#last`. */
  readonly #lines = new NumberPairs();
  readonly #places = new NumberPairs();
  readonly #last: number[] = [];
  readonly #next: number[] = [];
  /** Of a place with many functions those beyond the first few go by their text, too. */
  readonly #crowded = new Map<string, number>();
  /** Functions without a place go by their text. */
  readonly #placeless = new Map<string, number>();
  readonly #addresses: string[] = [];
  readonly #scripts = new Map<string, number>();
  readonly #urls: string[] = [];
  readonly #hashes: string[] = [];
  readonly #names: string[] = [];
  readonly #script: number[] = [];
  readonly #line: number[] = [];
  readonly #column: number[] = [];
  readonly #kind: number[] = [];

  constructor(hashOf: (url: string, scriptId: string) => string) {
    this.#hashOf = hashOf;
  }

  /** Row of a call frame. V8 counts its lines and columns from 0, and gives -1 where there is none. */
  row(frame: unknown): number {
    const { functionName, scriptId, url, lineNumber, columnNumber } = (typeof frame === "object" && frame !== null ? frame : {}) as Record<
      "functionName" | "scriptId" | "url" | "lineNumber" | "columnNumber",
      unknown
    >;
    const name = typeof functionName === "string" ? functionName : "";
    const id = typeof scriptId === "string" || typeof scriptId === "number" ? String(scriptId) : "0";
    const address = typeof url === "string" ? url : "";
    const line = place(lineNumber);
    const column = place(columnNumber);
    const known =
      line === -1 ? this.#placelessRow(`${address}\n${id}\n${column}\n${name}`) : this.#placedRow(id, line, column, address, name);
    if (known !== -1) return known;
    const kind = kindOf(name, address, id, line);
    const row = this.#names.push(name) - 1;
    this.#addresses.push(address);
    this.#kind.push(functionKinds.indexOf(kind));
    this.#script.push(kind === "script" ? this.#scriptRow(address, id) : -1);
    this.#line.push(kind === "script" ? line + 1 : 0);
    this.#column.push(kind === "script" && line !== -1 ? column : -1);
    return row;
  }

  /** Index into functionKinds. */
  kindOf(row: number): number {
    return this.#kind[row] as number;
  }

  isScript(row: number): boolean {
    return this.#script[row] !== -1;
  }

  isRoot(row: number): boolean {
    return this.#names[row] === "(root)" && this.#script[row] === -1;
  }

  scripts(): ScriptTable {
    return { url: this.#urls, hash: this.#hashes };
  }

  functions(): FunctionTable {
    return {
      name: this.#names,
      script: Int32Array.from(this.#script),
      line: Int32Array.from(this.#line),
      column: Int32Array.from(this.#column),
      kind: Uint8Array.from(this.#kind),
    };
  }

  /** -1 where there is none yet: the row to be added next is then kept for it. */
  #placelessRow(key: string): number {
    const known = this.#placeless.get(key);
    if (known !== undefined) return known;
    this.#placeless.set(key, this.#names.length);
    this.#next.push(-1);
    return -1;
  }

  /** The same of a function with a place. Compares texts of those alone that share it: a text of all as a key takes as long as all else. */
  #placedRow(id: string, line: number, column: number, address: string, name: string): number {
    let script = this.#ids.get(id);
    if (script === undefined) this.#ids.set(id, (script = this.#ids.size));
    const place = this.#places.row(this.#lines.row(script, line), column);
    let others = 0;
    for (let row = this.#last[place] ?? -1; row !== -1; row = this.#next[row] as number, others++)
      if (this.#names[row] === name && this.#addresses[row] === address) return row;
    if (others >= fewest) {
      const key = `${place}\n${address}\n${name}`;
      const known = this.#crowded.get(key);
      if (known !== undefined) return known;
      this.#crowded.set(key, this.#names.length);
      this.#next.push(-1);
      return -1;
    }
    this.#next.push(this.#last[place] ?? -1);
    this.#last[place] = this.#names.length;
    return -1;
  }

  #scriptRow(url: string, id: string): number {
    const hash = this.#hashOf(url, id);
    const key = `${url}\n${hash}`;
    const known = this.#scripts.get(key);
    if (known !== undefined) return known;
    const row = this.#urls.push(url) - 1;
    this.#hashes.push(hash);
    this.#scripts.set(key, row);
    return row;
  }
}

/** Code made by `eval` or `new Function` has a script but no URL; native code has neither. */
function kindOf(name: string, url: string, scriptId: string, line: number): FunctionKind {
  if (url !== "") return "script";
  const pseudo = pseudoKinds.get(name);
  if (pseudo !== undefined) return pseudo;
  return scriptId !== "0" && scriptId !== "" && line >= 0 ? "script" : "native";
}

function place(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 0x7fff_ffff ? value : -1;
}
