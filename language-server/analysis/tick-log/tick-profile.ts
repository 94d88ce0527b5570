import { tiers, type Deopt, type Profile } from "../profile/profile.ts";
import type { ModuleGraph } from "../imports/module-graph.ts";
import { isPlumbing, readableBuiltin } from "./repair/builtin-names.ts";
import { expand, rowOf, type Spot, spotsOfRow } from "./frame-expansion.ts";
import { FunctionRows } from "./function-rows.ts";
import type { LostFrames, Repair } from "./repair/lost-frames.ts";
import { NumberMap } from "./number-map.ts";
import { mostRepairs, mostRows, packedKey } from "./packed-key.ts";
import { ProfileTables } from "./profile-tables.ts";
import type { ScriptPositions } from "./script-positions.ts";
import type { TickLog } from "./tick-log.ts";
import { isIdle, type Timeline } from "./timeline.ts";
import { vmStates } from "./vm-states.ts";
import { shortened } from "../shortened.ts";

/** Names of native functions by address. */
export type NativeNames = (address: number) => string | undefined;

export interface TickProfile {
  readonly profile: Profile;
  /** The log's script number for each row of the profile's script table. */
  readonly scripts: readonly number[];
  readonly repairedTicks: number;
  /** Repaired ticks that are a guess among several places. */
  readonly doubtfulTicks: number;
  /** JavaScript frames without a position in the window's distinct stacks. */
  readonly placelessTicks: number;
  /** Ticks whose stack was longer than V8 records. */
  readonly cutTicks: number;
}

/** Rows of stacks by sample. */
export interface SampleStacks {
  readonly stack: Int32Array;
  readonly recorded: Int32Array;
}

/** Puts imports below the modules that they loaded, in place. `modules/log-imports.ts` does, a bundle of its own. */
export interface StackImports {
  putBelow(
    stacks: SampleStacks,
    timeline: Timeline,
    log: TickLog,
    positions: ScriptPositions,
    functions: FunctionRows,
    tables: ProfileTables,
  ): void;
  /** Which module loaded which. */
  graph(log: TickLog, positions: ScriptPositions): ModuleGraph | undefined;
}

/** V8 records this many frames of a stack, and one more for a C++ entry. */
const mostFrames = 255;
const unread = -2;

/** Converts the ticks of a timeline to a profile: every frame with line and column, inlined ones expanded, lost ones restored. */
export class TickProfileBuilder {
  readonly #log: TickLog;
  readonly #positions: ScriptPositions;
  readonly #names: NativeNames;
  readonly #tables = new ProfileTables();
  readonly #functions: FunctionRows;
  /** By index of the log's frames. */
  readonly #places: (readonly number[] | undefined)[];
  /** By row of each code's positions: many frames are at the same. */
  readonly #rows = new NumberMap(1 << 12);
  readonly #placesOfRows: (readonly number[])[] = [];
  /** By index of the log's libraries, from the second on; the first is for code outside libraries. */
  readonly #libraryPlaces: number[] = [];
  /** By index of the log's stacks; `unread` at first. */
  readonly #stacks: Int32Array;
  readonly #depths: Int32Array;
  /** Rows still to be added, innermost first, and more that are not. */
  readonly #path: number[] = [];

  constructor(log: TickLog, positions: ScriptPositions, names: NativeNames) {
    this.#log = log;
    this.#positions = positions;
    this.#names = names;
    this.#functions = new FunctionRows(log, positions, this.#tables);
    this.#stacks = new Int32Array(log.stacks.prefix.length).fill(unread);
    this.#depths = new Int32Array(log.stacks.prefix.length);
    this.#places = Array.from({ length: log.stacks.code.length });
  }

  build(timeline: Timeline, lost: LostFrames, imports?: StackImports): TickProfile {
    const log = this.#log;
    const count = timeline.ticks.length;
    const stack = new Int32Array(count);
    const asRecorded = new Int32Array(count);
    const tier = new Uint8Array(count);
    const ticks = timeline.ticks.values;
    const momentOf = log.tickMoment.values;
    const moments = this.#moments();
    const repairedStacks = new NumberMap();
    let [repairedTicks, doubtfulTicks, placelessTicks, cutTicks] = [0, 0, 0, 0];
    for (let row = 0; row < count; row++) {
      const tick = ticks[row] as number;
      if (tick < 0) {
        stack[row] = asRecorded[row] = this.#pseudoStack("(idle)", "idle");
        continue;
      }
      const moment = momentOf[tick] as number;
      moments.fill(moment);
      asRecorded[row] = moments.stack[moment] as number;
      const repair = lost.of(tick);
      if (repair === undefined) stack[row] = moments.stack[moment] as number;
      else {
        const key = packedKey(moment, lost.row(tick), mostRepairs, "repairs");
        let repaired = repairedStacks.get(key);
        if (repaired < 0) {
          repaired = this.#stackOf(moment, repair);
          repairedStacks.set(key, repaired);
        }
        stack[row] = repaired;
      }
      tier[row] = moments.tier[moment] as number;
      cutTicks += moments.isCut[moment] as number;
      placelessTicks += moments.isPlaceless[moment] as number;
      if (repair !== undefined) repairedTicks += 1;
      if (repair?.certainty === "inferred") doubtfulTicks += 1;
    }
    imports?.putBelow({ stack, recorded: asRecorded }, timeline, log, this.#positions, this.#functions, this.#tables);
    const tables = this.#tables.finish(imports === undefined ? undefined : [stack, asRecorded]);
    const profile: Profile = {
      ...tables,
      samples: { stack, time: timeline.times.toArray(), tier, recorded: asRecorded },
      interval: timeline.interval,
      deopts: this.#deopts(),
    };
    return { profile, scripts: this.#functions.scripts, repairedTicks, doubtfulTicks, placelessTicks, cutTicks };
  }

  /** Computed once per moment; `fill` must have been called. */
  #moments() {
    const { momentStack } = this.#log;
    const stack = new Int32Array(momentStack.length).fill(unread);
    const tier = new Uint8Array(momentStack.length);
    const isCut = new Uint8Array(momentStack.length);
    const isPlaceless = new Uint8Array(momentStack.length);
    const fill = (moment: number): void => {
      if (stack[moment] !== unread) return;
      const recorded = momentStack.at(moment);
      stack[moment] = this.#stackOf(moment, undefined);
      const code = this.#innermostFunction(moment);
      tier[moment] = tiers.indexOf(this.#tierOf(code));
      isCut[moment] = recorded >= 0 && (this.#depths[recorded] as number) >= mostFrames ? 1 : 0;
      isPlaceless[moment] = code >= 0 && this.#log.codes.positions(code).codeOffsets.length === 0 ? 1 : 0;
    };
    return { stack, tier, isCut, isPlaceless, fill };
  }

  /** Only for scripts with samples: elsewhere there is no cost to explain. */
  #deopts(): readonly Deopt[] {
    return this.#log.deopts.list.flatMap(({ url, line, column, reason, count }) => {
      const script = this.#functions.lastScript(url);
      return script === undefined ? [] : [{ script, line, column, reason, count }];
    });
  }

  #stackOf(moment: number, repair: Repair | undefined): number {
    const log = this.#log;
    const state = log.momentState.at(moment);
    if (state === vmStates.gc) return this.#pseudoStack("(garbage collector)", "gc");
    if (isIdle(state)) return this.#pseudoStack("(idle)", "idle");
    const recorded = log.momentStack.at(moment);
    let stack = repair === undefined ? this.#recordedStack(recorded) : this.#repairedStack(recorded, repair);
    if (state === vmStates.parser) return this.#tables.stackOf(stack, this.#tables.pseudoPlace("(parser)", "compile"));
    if (state === vmStates.bytecodeCompiler) return this.#tables.stackOf(stack, this.#tables.pseudoPlace("(bytecode compiler)", "compile"));
    if (state === vmStates.compiler) return this.#tables.stackOf(stack, this.#tables.pseudoPlace("(optimizing compiler)", "compile"));
    const top = log.momentTop.at(moment);
    if (top < 0) return stack < 0 ? this.#pseudoStack("(program)", "program") : this.#withTwin(stack, log.momentTwin.at(moment));
    const code = log.stacks.code.at(top);
    if (code >= 0) {
      stack = this.#withFrame(stack, top);
    } else if (stack >= 0) {
      // A C++ builtin is entered through a frame of its own, whose name says more than the machine code.
      const entry = recorded < 0 ? -1 : log.stacks.frame.at(recorded);
      const isEntered = entry >= 0 && log.stacks.code.at(entry) < 0;
      if (!isEntered || this.#names(log.stacks.offset.at(entry)) === undefined)
        stack = this.#tables.stackOf(stack, this.#nativePlace(log.stacks.offset.at(top)));
    }
    return stack < 0 ? this.#pseudoStack("(program)", "program") : stack;
  }

  /** A program counter in the innermost frame itself adds a frame only if it is on another line. */
  #withTwin(stack: number, twin: number): number {
    let above = stack;
    if (twin >= 0)
      for (const place of this.#framePlaces(twin)) if (!this.#tables.isOnLine(above, place)) above = this.#tables.stackOf(above, place);
    return above;
  }

  #pseudoStack(name: string, kind: "gc" | "idle" | "program"): number {
    return this.#tables.stackOf(-1, this.#tables.pseudoPlace(name, kind));
  }

  #repairedStack(recorded: number, repair: Repair): number {
    const prefix = this.#log.stacks.prefix.values;
    const frame = this.#log.stacks.frame.values;
    const path = this.#path;
    let stack = repair.spots.length > 0 ? this.#recordedStack(repair.under) : this.#doubtfulStack(repair.under);
    for (const spot of repair.spots) {
      const place = this.#placeOf(spot, spot.certainty === "inferred" ? spot.certainty : repair.certainty);
      if (place >= 0) stack = this.#tables.stackOf(stack, place);
    }
    let missing = 0;
    for (let at = recorded; at >= 0 && at !== repair.under; at = prefix[at] as number) path[missing++] = frame[at] as number;
    while (missing > 0) stack = this.#withFrame(stack, path[--missing] as number);
    return stack;
  }

  /** The stack as recorded, except that its innermost place is uncertain. */
  #doubtfulStack(raw: number): number {
    const { prefix, frame } = this.#log.stacks;
    const row = frame.at(raw);
    const below = prefix.at(raw);
    let stack = below < 0 ? -1 : this.#recordedStack(below);
    const code = this.#log.stacks.code.at(row);
    if (!this.#log.codes.isFunction(code)) return this.#recordedStack(raw);
    const spots = expand(this.#log, row);
    for (const [at, spot] of spots.entries()) {
      const place = this.#placeOf(spot, at < spots.length - 1 ? spot.certainty : "inferred");
      if (place >= 0) stack = this.#tables.stackOf(stack, place);
    }
    return stack;
  }

  #recordedStack(raw: number): number {
    const prefix = this.#log.stacks.prefix.values;
    const frame = this.#log.stacks.frame.values;
    const path = this.#path;
    const stacks = this.#stacks;
    const depths = this.#depths;
    let missing = 0;
    let at = raw;
    while (at >= 0 && stacks[at] === unread) {
      path[missing++] = at;
      at = prefix[at] as number;
    }
    let stack = at < 0 ? -1 : (stacks[at] as number);
    let depth = at < 0 ? 0 : (depths[at] as number);
    while (missing > 0) {
      const row = path[--missing] as number;
      stack = this.#withFrame(stack, frame[row] as number);
      depth += 1;
      stacks[row] = stack;
      depths[row] = depth;
    }
    return stack;
  }

  #withFrame(stack: number, frame: number): number {
    const places = this.#framePlaces(frame);
    let above = stack;
    for (let at = 0; at < places.length; at++) above = this.#tables.stackOf(above, places[at] as number);
    return above;
  }

  #framePlaces(frame: number): readonly number[] {
    return (this.#places[frame] ??= this.#newFramePlaces(frame));
  }

  #newFramePlaces(frame: number): readonly number[] {
    const log = this.#log;
    const code = log.stacks.code.at(frame);
    if (code < 0) {
      const name = this.#names(log.stacks.offset.at(frame));
      return name === undefined ? [] : [this.#tables.pseudoPlace(name, "native")];
    }
    const kind = log.codes.kindOf(code);
    const name = log.codes.names[code] ?? "";
    if (log.codes.isFunction(code)) return this.#rowPlaces(code, rowOf(log, frame));
    if (kind === "bytecode-handler" || (kind === "builtin" && isPlumbing(name))) return [];
    if (kind === "regexp") return [this.#tables.pseudoPlace(`RegExp: ${shortened(name, 80)}`, "native")];
    return [this.#tables.pseudoPlace(kind === "builtin" ? readableBuiltin(name) : name, "native")];
  }

  #rowPlaces(code: number, row: number): readonly number[] {
    const key = packedKey(code, row + 1, mostRows, "positions");
    let known = this.#rows.get(key);
    if (known < 0) this.#rows.set(key, (known = this.#placesOfRows.push(this.#placesOf(spotsOfRow(this.#log, code, row))) - 1));
    return this.#placesOfRows[known] as readonly number[];
  }

  #placesOf(spots: readonly Spot[]): readonly number[] {
    return spots.map((spot) => this.#placeOf(spot)).filter((place) => place >= 0);
  }

  /** -1 for a function missing from the log, without which its callers are right, and for our own. */
  #placeOf(spot: Spot, certainty = spot.certainty): number {
    const func = spot.func < 0 ? -1 : this.#functions.of(spot.func);
    if (func < 0) return -1;
    const script = this.#log.codes.functions[spot.func]?.script ?? -1;
    const at = this.#positions.at(script, spot.offset);
    return at === undefined ? this.#tables.place(func, 0, -1, "unknown") : this.#tables.place(func, at.line, at.column, certainty);
  }

  #nativePlace(address: number): number {
    const name = this.#names(address);
    if (name !== undefined) return this.#tables.pseudoPlace(name, "native");
    const library = this.#log.libraries.findIndex((one) => address >= one.start && address < one.end);
    return (this.#libraryPlaces[library + 1] ??= this.#newLibraryPlace(library));
  }

  /** -1 stands for code outside libraries. */
  #newLibraryPlace(library: number): number {
    const base = this.#log.libraries[library]?.path.split(/[/\\]/).pop() ?? "";
    return base === "" ? this.#tables.pseudoPlace("(native)", "native") : this.#tables.pseudoPlace(base, "library");
  }

  /** Code of the innermost JavaScript function, or -1. */
  #innermostFunction(moment: number): number {
    const { stacks, codes } = this.#log;
    const top = this.#log.momentTop.at(moment);
    const topCode = top < 0 ? -1 : stacks.code.at(top);
    if (codes.isFunction(topCode)) return topCode;
    for (let row = this.#log.momentStack.at(moment); row >= 0; row = stacks.prefix.at(row)) {
      const code = stacks.code.at(stacks.frame.at(row));
      if (codes.isFunction(code)) return code;
    }
    return -1;
  }

  #tierOf(code: number): (typeof tiers)[number] {
    const kind = code < 0 ? "stub" : this.#log.codes.kindOf(code);
    return kind === "interpreted" || kind === "baseline" || kind === "maglev" || kind === "turbofan" ? kind : "none";
  }
}
