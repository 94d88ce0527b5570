import type { TextCode } from "../../texts/coded-text.ts";
import type { Imported, ImportedScript, Problem } from "../profile/profile.ts";
import { sourceMapComment } from "../sources/source-map-comment.ts";
import type { ModuleGraph } from "../imports/module-graph.ts";
import { LogLines } from "./lines/log-lines.ts";
import { type LoggedText, type TextOf, textOfUnits } from "./lines/log-text.ts";
import { LostFrames } from "./repair/lost-frames.ts";
import { ScriptPositions } from "./script-positions.ts";
import { type LineOrder, TickLog, type SharedLibrary } from "./tick-log.ts";
import { TickProfileBuilder, type NativeNames, type StackImports } from "./tick-profile.ts";
import { cutTimeline, type LogWindow } from "./timeline.ts";
import type { Microseconds } from "../units.ts";

export type { LogWindow, NativeNames, SharedLibrary, StackImports, TextOf };

interface TickLogMeta {
  readonly v8Version: string;
  /** The requested interval; 0 if the log does not say. */
  readonly askedInterval: Microseconds;
  /** Ticks that V8 took in the window. */
  readonly recordedTicks: number;
  readonly busyTicks: number;
  /** The log's own clock at the zero of the profile's times. */
  readonly start: Microseconds;
  /** Length of the window. */
  readonly length: Microseconds;
  /** How long in it V8 logged no ticks though the thread was not waiting; 0 if it is unknown how long it waited. */
  readonly unlogged: Microseconds;
  /** Ticks that V8 had not written yet when the thread ended. */
  readonly unwrittenTicks: number;
  /** The time of work that its ticks stand for. */
  readonly covered: Microseconds;
  /** Ticks whose lost frame was restored, and how many of these are a guess among several places. */
  readonly repairedTicks: number;
  readonly doubtfulTicks: number;
  /** False if the log was written without source positions. */
  readonly hasPositions: boolean;
}

export interface DecodedTickLog extends Imported {
  /** In the order of the profile's ScriptTable; the text is "" if the log does not have it. */
  readonly scripts: readonly ImportedScript[];
  /** By script: whether the log has its text. */
  readonly hasText: readonly boolean[];
  /** URLs of all scripts that V8 compiled, with samples or without. */
  readonly loaded: readonly string[];
  /** Which module loaded which; undefined if there are no ES modules, or nobody asked. */
  readonly imports?: ModuleGraph | undefined;
  readonly meta: TickLogMeta;
}

/**
 * Decodes V8's log as written by `node --prof` (Node 18 to 26), in pieces as they arrive. `profile` can be called at any time, repeatedly,
 * for any window. Memory grows with the app's code and distinct stacks, plus 12 bytes per tick. No input makes it throw.
 */
export class TickLogDecoder {
  readonly #log: TickLog;
  readonly #lines = new LogLines((bytes, start, end) => this.#log.take(bytes, start, end));
  readonly #positions: ScriptPositions;

  /** `textOf` is the platform's function to create strings. */
  constructor(textOf: TextOf = textOfUnits, order: LineOrder = "written") {
    this.#log = new TickLog(textOf, order);
    this.#positions = new ScriptPositions(this.#log.codes, this.#log.scripts);
  }

  push(chunk: string | Uint8Array): void {
    // Of a Buffer V8 would compile everything that reads lines once more.
    const bytes = typeof chunk === "string" ? Uint8Array.from(chunk, (char) => char.charCodeAt(0)) : chunk;
    this.#lines.push(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /** Anchor scripts that the recorder ran in the app: when each was compiled, by name. */
  get anchors(): ReadonlyMap<string, Microseconds> {
    return this.#log.anchors;
  }

  get ticks(): number {
    return this.#log.tickTime.length;
  }

  get libraries(): readonly SharedLibrary[] {
    return this.#log.libraries;
  }

  /** Addresses in native code outside V8's own that ticks were in, for callers that can name them. */
  nativeAddresses(): number[] {
    const { code, offset } = this.#log.stacks;
    const addresses = new Set<number>();
    for (let frame = 0; frame < code.length; frame++) if (code.at(frame) < 0) addresses.add(offset.at(frame));
    return [...addresses];
  }

  /** Whether there are ES modules, whose importers are not on V8's stacks. */
  get hasModules(): boolean {
    return this.#log.hasModules;
  }

  /** With `imports`, which belong to this log, a module is on top of the import that had it evaluated. */
  profile(window?: LogWindow, names: NativeNames = () => undefined, imports?: StackImports): DecodedTickLog {
    const log = this.#log;
    const timeline = cutTimeline(log, window);
    const lost = LostFrames.find(log, this.#positions);
    const built = new TickProfileBuilder(log, this.#positions, names).build(timeline, lost, imports);
    const hasPositions = log.codes.hasPositions;
    const problems: Problem[] = [...log.oddities].map(([code, count]) => ({ code, count }));
    const note = (count: number, code: TextCode): void => {
      if (count > 0) problems.push({ code, count });
    };
    note(this.#lines.tooLong, "v8Log.longLines");
    note(log.codes.garbledTables, "v8Log.badPositions");
    note(built.cutTicks, "v8Log.cutStacks");
    note(log.overflows, "v8Log.lostTicks");
    if (!hasPositions) note(Math.min(1, built.placelessTicks), "v8Log.noPositions");
    else note(built.placelessTicks, "v8Log.placelessTicks");
    const sources = built.scripts.map((id) => log.scripts.get(id)?.source);
    return {
      profile: built.profile,
      problems,
      scripts: sources.map((source, row) => scriptOf(built.profile.scripts.url[row] ?? "", source)),
      hasText: sources.map((source) => source?.isEmpty === false),
      loaded: log.loaded(),
      ...(imports === undefined ? {} : { imports: imports.graph(log, this.#positions) }),
      meta: {
        v8Version: log.v8Version,
        askedInterval: log.askedInterval,
        recordedTicks: timeline.recorded,
        busyTicks: timeline.busy,
        start: timeline.start,
        length: timeline.length,
        unlogged: timeline.unlogged,
        unwrittenTicks: timeline.unwritten,
        covered: timeline.covered,
        repairedTicks: built.repairedTicks,
        doubtfulTicks: built.doubtfulTicks,
        hasPositions,
      },
    };
  }
}

/** Its text is decoded from the log's bytes on demand. */
function scriptOf(url: string, source: LoggedText | undefined): ImportedScript {
  return {
    url,
    get text() {
      return source?.text ?? "";
    },
    get sourceMapUrl() {
      return source?.mayNameMap === true ? sourceMapComment(source.text) : "";
    },
  };
}
