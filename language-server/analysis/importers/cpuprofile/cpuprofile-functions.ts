import { NumberPairs } from "../../profile/number-pairs.ts";
import { UserError } from "../../user-error.ts";
import { scriptsOfSeveralTexts } from "./cpuprofile-texts.ts";
import { functionKinds, type FunctionKind, type FunctionTable, type ScriptTable } from "../../profile/profile.ts";

/** V8's pseudo functions, by the names its profiler gives them. */
const pseudoKinds: ReadonlyMap<string, FunctionKind> = new Map([
  ["(root)", "program"],
  ["(program)", "program"],
  ["(idle)", "idle"],
  ["(garbage collector)", "gc"],
]);

/** Number of functions at one place that are compared one by one: more only occur in malicious files. */
const fewest = 16;

/** Interns the call frames of a `.cpuprofile`, whose fields are all untrusted. */
export class FunctionInterner {
  readonly #hashOf: (url: string, scriptId: string) => string;
  readonly #ids = new Map<string, number>();
  /** Pairs (id, line), then (that, column): functions at one place are linked by `#next`, starting from `#last`. */
  readonly #lines = new NumberPairs();
  readonly #places = new NumberPairs();
  readonly #last: number[] = [];
  readonly #next: number[] = [];
  /** At places with many functions, the rest is looked up by text. */
  readonly #crowded = new Map<string, number>();
  /** Functions without a place are looked up by text. */
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
  /** V8's ids of their scripts. */
  readonly #scriptIds: string[] = [];
  #unsure: ReadonlySet<number> | undefined;

  readonly #most: number;

  /** `most`: how many functions it takes. What was recorded here is kept whole. */
  constructor(hashOf: (url: string, scriptId: string) => string, most = Number.POSITIVE_INFINITY) {
    this.#hashOf = hashOf;
    this.#most = most;
  }

  /** Row of a call frame. V8's lines and columns are 0-based, -1 if there is none. Throws a UserError for too many functions. */
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
    if (row >= this.#most) throw new UserError("profile.tooManyFunctions", { limit: this.#most });
    this.#addresses.push(address);
    this.#scriptIds.push(id);
    this.#kind.push(functionKinds.indexOf(kind));
    this.#script.push(kind === "script" ? this.#scriptRow(address, id) : -1);
    this.#line.push(kind === "script" ? line + 1 : 0);
    this.#column.push(kind === "script" && line !== -1 ? column : -1);
    return row;
  }

  get count(): number {
    return this.#names.length;
  }

  /** Index into functionKinds. */
  kindOf(row: number): number {
    return this.#kind[row];
  }

  isScript(row: number): boolean {
    return this.#script[row] !== -1;
  }

  /** Whether a function's script ran with several texts under its URL. Only for a profile that has been read. */
  isUnsure(row: number): boolean {
    this.#unsure ??= scriptsOfSeveralTexts(
      this.#names.map((name, func) => ({
        name,
        id: this.#scriptIds[func],
        script: this.#script[func],
        line: this.#line[func],
        column: this.#column[func],
      })),
    );
    return this.#unsure.has(this.#script[row]);
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

  /** -1 if there is none yet: the key is then reserved for the row to be added next. */
  #placelessRow(key: string): number {
    const known = this.#placeless.get(key);
    if (known !== undefined) return known;
    this.#placeless.set(key, this.#names.length);
    this.#next.push(-1);
    return -1;
  }

  /** The same for a function with a place. Compares texts only of functions that share it: keys of full text would double the time. */
  #placedRow(id: string, line: number, column: number, address: string, name: string): number {
    let script = this.#ids.get(id);
    if (script === undefined) this.#ids.set(id, (script = this.#ids.size));
    const place = this.#places.row(this.#lines.row(script, line), column);
    let others = 0;
    for (let row = this.#last[place] ?? -1; row !== -1; row = this.#next[row], others++)
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
