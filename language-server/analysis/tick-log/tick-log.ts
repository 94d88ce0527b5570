import { hooksFile } from "../profile/profile.ts";
import type { TextCode } from "../../texts/coded-text.ts";
import type { Microseconds } from "../units.ts";
import { codeKinds, CodeTable, type CodeKind } from "./code-table.ts";
import { DoubleColumn, IntColumn } from "./columns.ts";
import { Deopts } from "./deopts.ts";
import { isEvent, otherEvents } from "./lines/log-events.ts";
import { HeldLine, LogWriting } from "./lines/log-writing.ts";
import { LogLine } from "./lines/log-line.ts";
import { LoggedText, type TextOf } from "./lines/log-text.ts";
import { NumberMap } from "./number-map.ts";
import { RawStacks } from "./raw-stacks.ts";
import { TickFrames } from "./tick-frames.ts";
import { vmStates } from "./vm-states.ts";

export interface LoggedScript {
  readonly url: string;
  readonly source: LoggedText;
  /** When V8 had compiled it, and when the code that it compiled before that. */
  readonly compiledAt: Microseconds;
  readonly compiledAfter: Microseconds;
}

export interface SharedLibrary {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** Difference between addresses in memory and in the file. */
  readonly slide: number;
}

/** `sorted`: not in the order in which V8 wrote them, so that the lines before a tick do not say what V8 did at it. */
export type LineOrder = "written" | "sorted";

/** The contents of a log: tables whose size depends on the app, and some bytes per tick. No input makes it throw. */
export class TickLog {
  readonly codes = new CodeTable();
  readonly stacks = new RawStacks(this.codes);
  readonly scripts = new Map<number, LoggedScript>();
  readonly libraries: SharedLibrary[] = [];
  readonly deopts = new Deopts();
  /** Distinct ticks: stack (or -1), top frame (or -1), V8's state. */
  readonly momentStack = new IntColumn();
  readonly momentTop = new IntColumn();
  /** The frame of the program counter if it is in the stack's innermost frame itself, and is therefore no top frame; or -1. */
  readonly momentTwin = new IntColumn();
  readonly momentState = new IntColumn();
  /** The ticks in order: which moment, and when by the log's clock. */
  readonly tickMoment = new IntColumn();
  readonly tickTime = new DoubleColumn();
  /** Number of invalid lines by kind. */
  readonly oddities = new Map<TextCode, number>();
  v8Version = "";
  /** The requested sampling interval; 0 if the log does not say. */
  askedInterval: Microseconds = 0;
  /** Number of ticks before which V8 had lost some. */
  overflows = 0;
  /** Node names ES modules by URL. */
  hasModules = false;
  /** When scripts whose name begins with the anchor prefix were compiled. */
  readonly anchors = new Map<string, Microseconds>();
  #lastCreation: Microseconds = 0;
  /** The same of functions as they are first compiled, and the one before. */
  #lastCompiled: Microseconds = 0;
  #compiledBefore: Microseconds = 0;
  readonly #writing: LogWriting | undefined;
  readonly #line = new LogLine();
  readonly #held = new HeldLine();
  readonly #moments = new NumberMap(1 << 14);
  readonly #frames = new TickFrames(this.codes, this.stacks);
  readonly #textOf: TextOf;

  constructor(textOf: TextOf, order: LineOrder) {
    this.#textOf = textOf;
    this.#writing = order === "written" ? new LogWriting() : undefined;
  }

  /** Reads one line, without its line break. */
  take(bytes: Uint8Array, start: number, end: number): void {
    if (this.#held.isHeld && this.#continues(bytes, start, end)) return;
    const length = end - start;
    if (length === 0) return;
    const line = this.#line;
    line.open(bytes, start, end);
    // Ticks are by far the most frequent lines.
    if (bytes[start] === 116 && bytes[start + 1] === 105 && bytes[start + 4] === 44) {
      line.skip();
      this.#tick(line, end);
      return;
    }
    const event = length < 5 ? "" : line.text();
    this.#writing?.onLine(event);
    switch (event) {
      case "code-creation":
        if (!this.#codeCreation(line)) this.#held.hold(bytes, start, end);
        break;
      case "code-source-info":
        this.#codeSourceInfo(line, end);
        break;
      case "code-move":
        if (!this.codes.move(line.address(), line.address())) this.#note("v8Log.movedUnknown");
        break;
      case "code-delete":
        if (!this.codes.remove(line.address())) this.#note("v8Log.endedUnknown");
        break;
      case "sfi-move":
        this.codes.moveFunction(line.address(), line.address());
        break;
      case "script-source":
        this.#scriptSource(line);
        break;
      case "shared-library": {
        const path = line.string();
        const [from, to, slide] = [line.address(), line.address(), line.int()];
        if (to > from) this.libraries.push({ path, start: from, end: to, slide: slide || 0 });
        break;
      }
      case "v8-version":
        this.v8Version = [line.int(), line.int(), line.int(), line.int()].join(".") + line.string();
        break;
      case "code-deopt":
        if (!this.deopts.take(line)) this.#note("v8Log.badLines");
        break;
      case "profiler":
        if (line.text() === "begin") this.askedInterval = line.int() || 0;
        break;
      default:
        if (!otherEvents.has(event)) this.#note("v8Log.badLines");
    }
  }

  #note(oddity: TextCode): void {
    this.oddities.set(oddity, (this.oddities.get(oddity) ?? 0) + 1);
  }

  #tick(line: LogLine, end: number): void {
    let pc = line.address();
    const time = line.int();
    const external = line.int();
    const callback = line.address();
    let state = line.int();
    if (!(time >= 0) || Number.isNaN(pc) || Number.isNaN(callback) || !(state >= 0 && state < 64) || (external !== 0 && external !== 1)) {
      this.#note("v8Log.badTicks");
      return;
    }
    if (this.#writing?.has(time, state, this.askedInterval)) state = vmStates.logging;
    if (external === 1 && callback > 0) pc = callback;
    const frames = this.#frames;
    if (!frames.read(line, end, pc)) {
      this.#note("v8Log.badTicks");
      return;
    }
    if (frames.isAfterLoss) this.overflows += 1;
    const { stack } = frames;
    const frame = pc > 0 ? this.stacks.topAt(pc) : -1;
    const key = ((stack + 1) * 16_777_216 + frame + 1) * 64 + state;
    let moment = key < Number.MAX_SAFE_INTEGER ? this.#moments.get(key) : -1;
    if (moment < 0) {
      moment = this.momentStack.push(stack);
      const isTwin = frame >= 0 && this.#isSameFrame(pc, frames.innermost);
      this.momentTop.push(isTwin ? -1 : frame);
      this.momentTwin.push(isTwin ? frame : -1);
      this.momentState.push(state);
      if (key < Number.MAX_SAFE_INTEGER) this.#moments.set(key, moment);
    }
    this.tickMoment.push(moment);
    this.tickTime.push(time);
  }

  /**
   * Around a call of a C function that needs no frame (`Math.exp`) V8 records its caller, and for some instructions finds it both there and
   * at the program counter.
   */
  #isSameFrame(pc: number, innermost: number): boolean {
    return (
      Math.abs(pc - innermost) <= sameCall &&
      this.codes.isCompiled(this.codes.find(pc)) &&
      this.codes.find(pc) === this.codes.find(innermost)
    );
  }

  /** Whether this line continues the held one, because a function's name contains a line break. */
  #continues(bytes: Uint8Array, start: number, end: number): boolean {
    const isRest = !isEvent(bytes, start, end);
    const whole = isRest ? this.#held.joined(bytes.subarray(start, end)) : this.#held.release();
    if (whole === undefined) {
      this.#note("v8Log.badLines");
      return true;
    }
    this.#line.open(whole, 0, whole.length);
    this.#line.skip();
    if (!this.#codeCreation(this.#line, !isRest)) this.#held.hold(whole, 0, whole.length);
    return isRest;
  }

  /** False if the line may continue on the next one, unless `isWhole`. */
  #codeCreation(line: LogLine, isWhole = false): boolean {
    const tag = line.text();
    line.int();
    const time = line.int();
    const start = line.address();
    const size = line.int();
    const { label, sharedInfo, marker } = line.codeLabel();
    const kind = isWasm(tag, label, marker) ? "wasm" : kindOf(tag, sharedInfo, marker);
    if (tag === "JS" && sharedInfo < 0 && !isWhole) return false;
    if (!this.codes.create(kind, start, size, label, kind === "wasm" ? -1 : sharedInfo)) {
      this.#note("v8Log.badLines");
      return true;
    }
    this.#lastCreation = time;
    if (kind === "interpreted") [this.#compiledBefore, this.#lastCompiled] = [this.#lastCompiled, time];
    return true;
  }

  /** Of all scripts, with samples or without; not the recorder's own. */
  loaded(): readonly string[] {
    const urls = new Set([...this.scripts.values()].map(({ url }) => url));
    return [...urls].filter((url) => url !== "" && !url.startsWith(anchorPrefix) && !url.endsWith(hooksFile));
  }

  #scriptSource(line: LogLine): void {
    const id = line.int();
    const name = line.string();
    const source = new LoggedText(line.field().slice(), this.#textOf);
    if (Number.isNaN(id)) {
      this.#note("v8Log.badLines");
      return;
    }
    const url = name === "<unknown>" || name === "" ? sourceUrl(source.text) : name;
    this.scripts.set(id, { url, source, compiledAt: this.#lastCompiled, compiledAfter: this.#compiledBefore });
    this.hasModules ||= /^file:/i.test(url);
    // V8 writes a script's source right after the line about its code.
    if (url.startsWith(anchorPrefix)) this.anchors.set(url, this.#lastCreation);
  }

  #codeSourceInfo(line: LogLine, end: number): void {
    const [address, script, from, to] = [line.address(), line.int(), line.int(), line.int()];
    const start = line.position;
    line.skip();
    line.skip();
    const stop = Math.min(line.position - 1, end);
    const inlined: number[] = [];
    if (line.hasMore) {
      for (const part of line.text().split("S")) if (part !== "") inlined.push(Number.parseInt(part, 16));
    }
    if (Number.isNaN(address) || !(script >= 0) || !(from >= -1) || stop < start) this.#note("v8Log.badLines");
    else if (!this.codes.describe(address, script, from, to, line.bytes, start, stop, inlined)) this.#note("v8Log.positionsUnknown");
  }
}

/** Bytes of machine code of one call and the moves around it. */
const sameCall = 40;

/** Prefix of the source URLs of scripts that the recorder runs in order to read the log's clock. */
const anchorPrefix = "heatline-anchor-";

/** The name that a script without one gives itself. */
function sourceUrl(text: string): string {
  const at = Math.max(text.lastIndexOf("//# sourceURL="), text.lastIndexOf("//@ sourceURL="));
  return at < 0 ? "" : (/^[^\s'"]*/.exec(text.slice(at + "//# sourceURL=".length))?.[0] ?? "");
}

/**
 * V8 logs WebAssembly as JavaScript, but without `url:line:column` (WasmCode::LogCode, v8/src/wasm/wasm-code-manager.cc), or with a
 * recognisable one.
 */
function isWasm(tag: string, label: string, marker: string): boolean {
  if (tag.startsWith("Wasm")) return true;
  return tag === "JS" && (label.includes("wasm://") || ((marker === "" || marker === "*") && !/:\d+:-?\d+$/.test(label)));
}

/** V8's tier marks: `~` interpreted, `^` baseline, `+` Maglev, `*` TurboFan, with letters and quotes for variants. */
function kindOf(tag: string, sharedInfo: number, marker: string): CodeKind {
  if (sharedInfo >= 0) {
    if (marker.includes("*")) return "turbofan";
    if (marker.includes("+")) return "maglev";
    if (marker.includes("^")) return "baseline";
    return "interpreted";
  }
  switch (tag) {
    case "BytecodeHandler":
    case "Handler":
      return "bytecode-handler";
    case "Builtin":
      return "builtin";
    case "RegExp":
      return "regexp";
    case "Callback":
      return "callback";
    default:
      return codeKinds.includes(tag as CodeKind) ? (tag as CodeKind) : "stub";
  }
}
