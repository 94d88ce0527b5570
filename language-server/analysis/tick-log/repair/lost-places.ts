import { callerKind, canLeadTo, canReach, constructs, isInterpreterEntry, keepsFrames } from "./builtin-sites.ts";
import type { CallEvidence } from "./call-evidence.ts";
import type { LoggedFunction } from "../code-table.ts";
import { expand, innermostFunction, rowOf, spotsOfRow } from "../frame-expansion.ts";
import { isOfProperties, isPlainCall, servesHiddenCalls } from "./hidden-calls.ts";
import { NumberMap } from "../number-map.ts";
import { rowAt } from "../position-table.ts";
import { mostOffsets, mostPlacesInCode, mostRows, packedKey } from "../packed-key.ts";
import type { ScriptPositions } from "../script-positions.ts";
import { isLongLine, Statements } from "./statements.ts";
import type { TickLog } from "../tick-log.ts";

/** Places in a piece of code that may have called a builtin. */
export interface PlaceOptions {
  /** Rows of the code's position table; -1 if it has none. */
  readonly rows: readonly number[];
  /** Share of each, adding up to 1. */
  readonly shares: Float64Array;
  /** What each is due: see LostFrames. */
  readonly due: Float64Array;
  /** True if all are on the same lines, so that at least the line is known. */
  readonly oneLine: boolean;
}

/**
 * How a recorded frame itself can have reached a builtin: from its source (`direct`), through another builtin that calls JavaScript
 * (`indirect`), the same at a plain call, which may be that of a proxy (`unlikely`), or `not` at all.
 */
export type SiteReach = "direct" | "indirect" | "unlikely" | "not";

/** What is known about a builtin's callers, by place in the source or by code. */
interface BuiltinPlaces {
  readonly keepsFrames: boolean;
  readonly isInterpreterEntry: boolean;
  readonly constructs: boolean;
  /** Ticks of the builtin with a known caller. */
  readonly seen: NumberMap;
  /** Row of `answers`. */
  readonly reached: NumberMap;
  readonly fits: Map<number, number>;
  readonly options: Map<number, PlaceOptions>;
  readonly servesHiddenCalls: boolean;
  readonly isOfProperties: boolean;
}

/** How well compiled code explains the interpreter's entry: it may have called an interpreted function that has no frame yet. */
const unlikelyEntry = 0.1;

const answers = [undefined, false, true] as const;

/** Function and offset may both be -1. */
function keyOf(func: number, offset: number): number {
  return packedKey(func + 1, offset + 1, mostOffsets, "offsets");
}

/** A position in a code object, shared by several offsets. */
interface Place {
  readonly row: number;
  /** The innermost function there, and the offset in it. */
  readonly func: number;
  readonly offset: number;
  ticks: number;
  /** Ticks of all places on the same lines; few places need them. */
  lineTicks: { count: number } | undefined;
}

interface CodePlaces {
  readonly code: number;
  readonly all: readonly Place[];
  /** The ticks of each place's lines. */
  readonly byLines: Map<string | number, { count: number }>;
  /** The lines of the calls around each inlined call. */
  readonly outerLines: Map<number, string>;
}

/** Where in a function a lost frame was: at a place whose source can reach the builtin, in proportion to ticks near it. */
export class LostPlaces {
  readonly #log: TickLog;
  readonly #positions: ScriptPositions;
  /** Ticks in each row of each code's positions, by the program counter or by a native call from there. */
  readonly #rowTicks = new NumberMap(1 << 14);
  readonly #places = new Map<number, CodePlaces>();
  readonly #statements = new Map<number, Statements>();
  readonly #reachedByKind = new Map<object, Pick<BuiltinPlaces, "reached" | "fits">>();
  readonly #builtins = new Map<string, BuiltinPlaces>();

  constructor(log: TickLog, evidence: CallEvidence, positions: ScriptPositions) {
    this.#log = log;
    this.#positions = positions;
    for (let moment = 0; moment < log.momentStack.length; moment++) {
      const ticks = evidence.momentTicks(moment);
      const top = log.momentTop.at(moment);
      const stack = log.momentStack.at(moment);
      const topCode = top < 0 ? -1 : log.stacks.code.at(top);
      if (log.codes.isFunction(topCode)) {
        this.#count(topCode, log.stacks.offset.at(top), ticks);
        continue;
      }
      if (stack < 0) continue;
      const frame = log.stacks.frame.at(stack);
      const code = log.stacks.code.at(frame);
      if (!log.codes.isFunction(code)) continue;
      // If the frame calls JavaScript elsewhere, a builtin on top of it hides a frame, which says nothing about this one. A handler hides none.
      const isHandled = topCode >= 0 && log.codes.kindOf(topCode) === "bytecode-handler";
      if (!isHandled && evidence.hasCallees(stack)) continue;
      this.#count(code, log.stacks.offset.at(frame) - (log.codes.kindOf(code) === "interpreted" ? 0 : 1), ticks);
      if (topCode < 0 || log.codes.kindOf(topCode) !== "builtin") continue;
      const spot = expand(log, frame).at(-1);
      if (spot === undefined) continue;
      const { seen } = this.#builtin(log.codes.names[topCode] ?? "");
      const key = keyOf(spot.func, spot.offset);
      seen.set(key, Math.max(0, seen.get(key)) + ticks);
    }
  }

  keepsFrames(builtin: string): boolean {
    return this.#builtin(builtin).keepsFrames;
  }

  constructs(builtin: string): boolean {
    return this.#builtin(builtin).constructs;
  }

  /** 1 if something in the code can reach the builtin, 0 if nothing can, less than 1 if the builtin's name does not show it. */
  fit(code: number, builtin: string): number {
    const places = this.#builtin(builtin);
    const known = places.fits.get(code);
    if (known !== undefined) return known;
    if (places.isInterpreterEntry) return this.#log.codes.isCompiled(code) ? unlikelyEntry : 1;
    const { scriptOffsets } = this.#log.codes.positions(code);
    let fit = 0;
    for (let row = 0; row < scriptOffsets.length && fit < 1; row++) {
      const reaches = this.#reaches(builtin, places, innermostFunction(this.#log, code, row), scriptOffsets[row] as number);
      if (reaches === true) fit = 1;
      else if (reaches === undefined) fit = 0.3;
    }
    places.fits.set(code, fit);
    return fit;
  }

  siteReach(frame: number, builtin: string): SiteReach {
    const code = this.#log.stacks.code.at(frame);
    const known = this.#builtin(builtin);
    if (known.isInterpreterEntry) return "not";
    if (code < 0) return known.servesHiddenCalls ? "unlikely" : "not";
    if (!this.#log.codes.isFunction(code)) return known.servesHiddenCalls ? "indirect" : "not";
    const row = rowOf(this.#log, frame);
    if (row < 0) return "not";
    const offset = this.#log.codes.positions(code).scriptOffsets[row] as number;
    const func = innermostFunction(this.#log, code, row);
    const reaches = this.#reaches(builtin, known, func, offset) === true;
    // A property read has the same source position as its call, but another one in the code.
    if (isPlainCall(this.#textOf(func), offset)) {
      if (known.servesHiddenCalls) return "unlikely";
      return reaches && !known.isOfProperties ? "direct" : "not";
    }
    if (reaches || canLeadTo(builtin, this.#textOf(func), offset)) return "direct";
    return known.servesHiddenCalls ? "indirect" : "not";
  }

  /** Whether a frame simply calls a function. */
  isCall(frame: number): boolean {
    const spot = expand(this.#log, frame).at(-1);
    return spot !== undefined && isPlainCall(this.#textOf(spot.func), spot.offset);
  }

  of(code: number, builtin: string): PlaceOptions {
    const { options } = this.#builtin(builtin);
    let known = options.get(code);
    if (known === undefined) {
      known = this.#newOptions(code, builtin);
      options.set(code, known);
    }
    return known;
  }

  #newOptions(code: number, builtin: string): PlaceOptions {
    const inCode = this.#placesOf(code);
    const { all } = inCode;
    if (all.length === 0) return { rows: [-1], shares: Float64Array.of(1), due: new Float64Array(1), oneLine: false };
    const known = this.#builtin(builtin);
    const { seen } = known;
    const fitting = known.isInterpreterEntry ? [] : all.filter(({ func, offset }) => this.#reaches(builtin, known, func, offset) === true);
    const places = fitting.length > 0 ? fitting : all;
    const rows: number[] = [];
    const shares = new Float64Array(places.length);
    let total = 0;
    for (let at = 0; at < places.length; at++) {
      const place = places[at] as Place;
      rows.push(place.row);
      const seenThere = Math.max(0, seen.get(keyOf(place.func, place.offset)));
      shares[at] = 0.05 + (seenThere * 20 + place.ticks) * 4 + this.#lineTicks(inCode, place).count;
      total += shares[at] as number;
    }
    const likely = new Set<object | undefined>();
    for (let at = 0; at < places.length; at++) {
      shares[at] = (shares[at] as number) / total;
      if ((shares[at] as number) > 0.02) likely.add(places[at]?.lineTicks);
    }
    return { rows, shares, due: new Float64Array(places.length), oneLine: likely.size === 1 };
  }

  #builtin(name: string): BuiltinPlaces {
    let known = this.#builtins.get(name);
    if (known === undefined) {
      known = {
        keepsFrames: keepsFrames(name),
        isInterpreterEntry: isInterpreterEntry(name),
        constructs: constructs(name),
        seen: new NumberMap(16),
        ...this.#reachedBy(name),
        options: new Map(),
        servesHiddenCalls: servesHiddenCalls(name),
        isOfProperties: isOfProperties(name),
      };
      this.#builtins.set(name, known);
    }
    return known;
  }

  /** Builtins that are reached alike share a table. */
  #reachedBy(name: string): Pick<BuiltinPlaces, "reached" | "fits"> {
    const kind = callerKind(name);
    const shared = kind === undefined ? undefined : this.#reachedByKind.get(kind);
    if (shared !== undefined) return shared;
    const reached = { reached: new NumberMap(64), fits: new Map<number, number>() };
    if (kind !== undefined) this.#reachedByKind.set(kind, reached);
    return reached;
  }

  #reaches(name: string, { reached, seen }: BuiltinPlaces, func: number, offset: number): boolean | undefined {
    const key = keyOf(func, offset);
    const known = reached.get(key);
    if (known >= 0) return answers[known];
    // The source takes precedence. At a function's start there is none of its code.
    const said = canReach(name, this.#textOf(func), offset);
    const isEntry = said === true && offset === this.#log.codes.functions[func]?.start;
    const reaches = isEntry ? false : (said ?? (seen.get(key) >= 0 || undefined));
    reached.set(key, answers.indexOf(reaches));
    return reaches;
  }

  #placesOf(code: number): CodePlaces {
    const known = this.#places.get(code);
    if (known !== undefined) return known;
    const table = this.#log.codes.positions(code);
    const rows = table.codeOffsets.length;
    const byPosition = new NumberMap(rows);
    const all: Place[] = [];
    for (let row = 0; row < rows; row++) {
      const offset = table.scriptOffsets[row] as number;
      // -1: not inlined.
      const key = packedKey(offset, (table.inlinings[row] as number) + 1, mostPlacesInCode, "inlined functions");
      let at = byPosition.get(key);
      if (at < 0) {
        at = all.push({ row, func: innermostFunction(this.#log, code, row), offset, ticks: 0, lineTicks: undefined }) - 1;
        byPosition.set(key, at);
      }
      const ticks = this.#rowTicks.get(packedKey(code, row, mostRows, "positions"));
      if (ticks > 0) (all[at] as Place).ticks += ticks;
    }
    const places = { code, all, byLines: new Map(), outerLines: new Map() };
    for (const place of all) if (place.ticks > 0) this.#lineTicks(places, place).count += place.ticks;
    this.#places.set(code, places);
    return places;
  }

  #lineTicks(places: CodePlaces, place: Place): { count: number } {
    if (place.lineTicks !== undefined) return place.lineTicks;
    const lines = this.#linesOf(places, place);
    let ticks = places.byLines.get(lines);
    if (ticks === undefined) places.byLines.set(lines, (ticks = { count: 0 }));
    return (place.lineTicks = ticks);
  }

  #count(code: number, offset: number, ticks: number): void {
    const row = rowAt(this.#log.codes.positions(code), offset);
    if (row < 0) return;
    const key = packedKey(code, row, mostRows, "positions");
    this.#rowTicks.set(key, Math.max(0, this.#rowTicks.get(key)) + ticks);
  }

  #textOf(func: number): string {
    return this.#log.scripts.get(this.#log.codes.functions[func]?.script ?? -1)?.source.text ?? "";
  }

  /** Equal for places of a piece of code that are on the same lines. */
  #linesOf({ code, outerLines }: CodePlaces, { row, func, offset }: Place): string | number {
    const line = this.#lineOf(func, offset);
    const { inlinings, callOffset } = this.#log.codes.positions(code);
    const inlining = inlinings[row] as number;
    if (inlining < 0 || inlining >= callOffset.length) return line;
    let outer = outerLines.get(inlining);
    if (outer === undefined) {
      const calls = spotsOfRow(this.#log, code, row).slice(0, -1);
      outer = calls.map((call) => `${call.func}:${this.#lineOf(call.func, call.offset)}`).join(" ");
      outerLines.set(inlining, outer);
    }
    return `${outer} ${func}:${line}`;
  }

  /** Equal for places of a function that are on the same line or, if that is long, in the same statement of it. */
  #lineOf(func: number, offset: number): number {
    const at = this.#positions.at(this.#log.codes.functions[func]?.script ?? -1, offset);
    return at === undefined ? 0 : packedKey(at.line, this.#statementOf(func, offset, at.column), mostOffsets, "statements");
  }

  /** Which statement of a long line an offset is in; 0 on other lines. */
  #statementOf(func: number, offset: number, column: number): number {
    const text = this.#textOf(func);
    if (!isLongLine(text, offset, column)) return 0;
    let statements = this.#statements.get(func);
    if (statements === undefined) {
      const { start, end } = this.#log.codes.functions[func] as LoggedFunction;
      this.#statements.set(func, (statements = new Statements(text, start, end < 0 ? text.length : end)));
    }
    return statements.startOf(offset) + 2;
  }
}
