import { AddressMap } from "./address-map.ts";
import { ByteStore, DoubleColumn, IntColumn } from "./columns.ts";
import { noPositions, parsePositionTable, type PositionTable } from "./position-table.ts";

/** How a piece of code came to be. The first four are JavaScript functions, each by the tier that runs it. */
export const codeKinds = [
  "interpreted",
  "baseline",
  "maglev",
  "turbofan",
  "builtin",
  "bytecode-handler",
  "regexp",
  "wasm",
  "callback",
  "stub",
] as const;
export type CodeKind = (typeof codeKinds)[number];

/** A JavaScript function, as often as it was compiled. */
export interface LoggedFunction {
  /** As logged: `name url:line:column`. */
  readonly label: string;
  /** V8's number of the script, or -1 where the log does not say. */
  script: number;
  /** Where it starts and ends in the script's source, or -1. */
  start: number;
  end: number;
  /** Address of its SharedFunctionInfo now. */
  sharedInfo: number;
}

/** Code larger than this is garbled input: V8's code range ends far below. */
const largestCode = 1 << 29;

/** All code of one isolate that the log told of, and where each piece lies now. Numbers of code are never reused. */
export class CodeTable {
  readonly functions: LoggedFunction[] = [];
  readonly names: string[] = [];
  readonly kind = new IntColumn();
  /** Row of `functions`, or -1 where the code is no JavaScript function. */
  readonly func = new IntColumn();
  /** Where the code lies now; -1 once it is gone. */
  readonly start = new DoubleColumn();
  readonly size = new IntColumn();
  readonly #map = new AddressMap();
  readonly #positions = new ByteStore();
  readonly #kept = new IntColumn();
  readonly #inlined = new Map<number, Int32Array>();
  readonly #tables: (PositionTable | undefined)[] = [];
  /** Row of `functions` by the address of its SharedFunctionInfo. */
  readonly #functionAt = new Map<number, number>();
  /** A function of each script that the log describes. */
  readonly functionOfScript = new Map<number, number>();
  /** Position tables that could not be read. */
  garbledTables = 0;

  /** Grows whenever code comes, goes or moves. */
  changes = 0;
  /** True once any code came with positions. */
  hasPositions = false;

  find(address: number): number {
    return this.#map.find(address);
  }

  /** False where the line cannot be true. `sharedInfo` is -1 for code that is no JavaScript function. */
  create(kind: CodeKind, start: number, size: number, label: string, sharedInfo: number): boolean {
    if (!(start > 0) || !(size > 0) || size > largestCode || sharedInfo < -1) return false;
    const func = sharedInfo < 0 ? -1 : this.#functionOf(sharedInfo, label);
    const kindRow = codeKinds.indexOf(kind);
    const same = this.#map.startingAt(start);
    if (
      same >= 0 &&
      this.size.at(same) === size &&
      this.func.at(same) === func &&
      this.kind.at(same) === kindRow &&
      this.names[same] === label
    )
      return true;
    this.changes += 1;
    const code = this.kind.push(kindRow);
    this.func.push(func);
    this.start.push(start);
    this.size.push(size);
    this.#kept.push(-1);
    this.names.push(label);
    this.#map.lay(start, start + size, code, this.#end);
    return true;
  }

  /** `bytes` from `start` to `end` are the fields of positions and inlinings; `inlined` the addresses of the inlined functions. */
  describe(
    address: number,
    script: number,
    from: number,
    to: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    inlined: readonly number[],
  ): boolean {
    let code = this.#map.startingAt(address);
    const func = code < 0 ? -1 : this.func.at(code);
    if (func < 0) return false;
    const known = this.functions[func] as LoggedFunction;
    if (known.script < 0) {
      known.script = script;
      known.start = from;
      known.end = to;
    } else if (known.script !== script || known.start !== from) {
      // The address of an old function was used again for one of the same name.
      const again = this.functions.push({ label: known.label, script, start: from, end: to, sharedInfo: known.sharedInfo }) - 1;
      this.#functionAt.set(known.sharedInfo, again);
      this.func.put(code, again);
    }
    if (!this.functionOfScript.has(script)) this.functionOfScript.set(script, this.func.at(code));
    if (this.#kept.at(code) >= 0) {
      if (this.#positions.equals(this.#kept.at(code), bytes, start, end)) return true;
      // Compiled again, to the same size and place, but not to the same code.
      code = this.#layAgain(code);
    }
    if (end - start > 2) this.hasPositions = true;
    this.#kept.put(code, this.#positions.keep(bytes, start, end));
    if (inlined.length > 0)
      this.#inlined.set(
        code,
        Int32Array.from(inlined, (sharedInfo) => this.#functionAt.get(sharedInfo) ?? -1),
      );
    return true;
  }

  /** Code moved by the garbage collector. False where none was known there. */
  move(from: number, to: number): boolean {
    if (!(to > 0)) return false;
    const code = this.#map.take(from);
    if (code < 0) return false;
    this.changes += 1;
    this.start.put(code, to);
    this.#map.lay(to, to + this.size.at(code), code, this.#end);
    return true;
  }

  moveFunction(from: number, to: number): void {
    const func = this.#functionAt.get(from);
    if (func === undefined) return;
    this.#functionAt.delete(from);
    this.#functionAt.set(to, func);
    (this.functions[func] as LoggedFunction).sharedInfo = to;
  }

  remove(address: number): boolean {
    const code = this.#map.take(address);
    if (code < 0) return false;
    this.changes += 1;
    this.#end(code);
    return true;
  }

  /** Positions of the code's offsets; empty where the log has none (baseline code never has). */
  positions(code: number): PositionTable {
    const known = this.#tables[code];
    if (known !== undefined) return known;
    const kept = this.#kept.at(code);
    let table: PositionTable | undefined = noPositions;
    if (kept >= 0) {
      table = parsePositionTable(this.#positions.read(kept));
      if (table === undefined) this.garbledTables += 1;
    }
    this.#tables[code] = table ?? noPositions;
    return table ?? noPositions;
  }

  /** Row of `functions` for a row of a position table's function list; -1 where the log never told of it. */
  inlinedFunction(code: number, row: number): number {
    return this.#inlined.get(code)?.[row] ?? -1;
  }

  /** True for code of a JavaScript function, in any tier. */
  isFunction(code: number): boolean {
    return code >= 0 && this.kind.at(code) <= 3;
  }

  /** True for machine code of a JavaScript function. */
  isCompiled(code: number): boolean {
    const kind = code < 0 ? -1 : this.kind.at(code);
    return kind >= 1 && kind <= 3;
  }

  kindOf(code: number): CodeKind {
    return codeKinds[this.kind.at(code)] ?? "stub";
  }

  readonly #end = (code: number): void => {
    this.start.put(code, -1);
  };

  #layAgain(old: number): number {
    const start = this.start.at(old);
    const size = this.size.at(old);
    this.changes += 1;
    const code = this.kind.push(this.kind.at(old));
    this.func.push(this.func.at(old));
    this.start.push(start);
    this.size.push(size);
    this.#kept.push(-1);
    this.names.push(this.names[old] ?? "");
    this.#map.lay(start, start + size, code, this.#end);
    return code;
  }

  #functionOf(sharedInfo: number, label: string): number {
    const known = this.#functionAt.get(sharedInfo);
    if (known !== undefined && this.functions[known]?.label === label) return known;
    const func = this.functions.push({ label, script: -1, start: -1, end: -1, sharedInfo }) - 1;
    this.#functionAt.set(sharedInfo, func);
    return func;
  }
}
