import { AddressMap } from "./address-map.ts";
import { ByteStore, DoubleColumn, IntColumn } from "./columns.ts";
import { NumberMap } from "./number-map.ts";
import { noPositions, parsePositionTable, type PositionTable } from "./position-table.ts";

/** The kind of a piece of code. The first four are JavaScript functions, by tier. */
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

/** A JavaScript function, which may have been compiled several times. */
export interface LoggedFunction {
  /** As logged: `name url:line:column`. */
  readonly label: string;
  /** V8's number of the script, or -1 if the log does not say. */
  script: number;
  /** Start and end in the script's source, or -1. */
  start: number;
  end: number;
  /** Current address of its SharedFunctionInfo. */
  sharedInfo: number;
}

/** Larger code is corrupt input: V8's code range is far smaller. */
const largestCode = 1 << 29;

/** All code of an isolate that the log mentions, with current addresses. Numbers of code are never reused. */
export class CodeTable {
  readonly functions: LoggedFunction[] = [];
  readonly names: string[] = [];
  readonly kind = new IntColumn();
  /** Row of `functions`, or -1 if the code is not a JavaScript function. */
  readonly func = new IntColumn();
  /** Current address of the code; -1 once it is gone. */
  readonly start = new DoubleColumn();
  readonly size = new IntColumn();
  readonly #map = new AddressMap();
  readonly #positions = new ByteStore();
  readonly #kept = new IntColumn();
  readonly #inlined = new Map<number, Int32Array>();
  readonly #tables: (PositionTable | undefined)[] = [];
  /** Row of `functions` by the address of its SharedFunctionInfo. */
  readonly #functionAt = new NumberMap();
  /** A function of each script in the log. */
  readonly functionOfScript = new Map<number, number>();
  /** Number of position tables that could not be parsed. */
  garbledTables = 0;

  /** Incremented whenever code is added, removed or moved. */
  changes = 0;
  /** True once any code has positions. */
  hasPositions = false;

  find(address: number): number {
    return this.#map.find(address);
  }

  /** False if the line is invalid. `sharedInfo` is -1 for code that is not a JavaScript function. */
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
    this.#tables.push(undefined);
    this.names.push(label);
    this.#map.lay(start, start + size, code, this.#end);
    return true;
  }

  /** `bytes` from `start` to `end` are the fields of positions and inlinings; `inlined` are the addresses of the inlined functions. */
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
      // The address of an old function was reused for one of the same name.
      const again = this.functions.push({ label: known.label, script, start: from, end: to, sharedInfo: known.sharedInfo }) - 1;
      this.#functionAt.set(known.sharedInfo, again);
      this.func.put(code, again);
    }
    if (!this.functionOfScript.has(script)) this.functionOfScript.set(script, this.func.at(code));
    if (this.#kept.at(code) >= 0) {
      if (this.#positions.equals(this.#kept.at(code), bytes, start, end)) return true;
      // Recompiled with the same size at the same place, but to different code.
      code = this.#layAgain(code);
    }
    if (end - start > 2) this.hasPositions = true;
    this.#kept.put(code, this.#positions.keep(bytes, start, end));
    if (inlined.length > 0)
      this.#inlined.set(
        code,
        Int32Array.from(inlined, (sharedInfo) => this.#functionAt.get(sharedInfo)),
      );
    return true;
  }

  /** The garbage collector moved code. False if none was known there. */
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
    if (func < 0) return;
    this.#functionAt.set(from, -1);
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

  /** Positions of the code's offsets; empty if the log has none (baseline code never has). */
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

  /** Row of `functions` for an entry of a position table's function list; -1 if the log does not have it. */
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
    this.#tables.push(undefined);
    this.names.push(this.names[old] ?? "");
    this.#map.lay(start, start + size, code, this.#end);
    return code;
  }

  #functionOf(sharedInfo: number, label: string): number {
    const known = this.#functionAt.get(sharedInfo);
    if (known >= 0 && this.functions[known]?.label === label) return known;
    const func = this.functions.push({ label, script: -1, start: -1, end: -1, sharedInfo }) - 1;
    this.#functionAt.set(sharedInfo, func);
    return func;
  }
}
