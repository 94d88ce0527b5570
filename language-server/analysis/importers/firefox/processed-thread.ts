import { type JsonObject, listOf, recordOf, textOf } from "../json-values.ts";
import { labelFrame, nativeFrame, scriptFrame, topLevelFrame } from "./firefox-frame.ts";
import { categoryKind, type Column, type FirefoxFrame, type FirefoxThread, indexOf, numberOf, samplesOf } from "./firefox-thread.ts";

/** Bits of a frame's flags, from version 71 on, and of a function's, from version 75 on: a value without its bit means nothing. */
const frameBits = { category: 4, line: 16, column: 32 };
const functionBits = { script: 1, resource: 4, source: 8, line: 16, column: 32 };

/**
 * A thread of the format that profiler.firefox.com saves and samply writes (docs-developer/CHANGELOG-formats.md in firefox-devtools/profiler).
 * Its tables are in the thread or, in newer versions, in `shared`; any of them may be missing.
 */
export function processedThread(profile: JsonObject, thread: JsonObject): FirefoxThread {
  const meta = recordOf(profile["meta"]);
  const tables = new ProcessedTables(profile, thread);
  const samples = recordOf(thread["samples"]);
  const interval = numberOf(meta["interval"]) || 1;
  const columns = columnsOf(samples);
  return {
    name: textOf(thread["name"]),
    process: textOf(thread["processName"]) || textOf(thread["pid"]),
    id: textOf(thread["tid"]),
    samples: samplesOf(
      {
        count: listOf(samples["stack"]).length,
        stack: columns("stack"),
        time: timesOf(samples),
        weight: columns("weight"),
        cpu: columns("threadCPUDelta"),
      },
      samples["weightType"] === "tracing-ms" ? 1 : interval,
    ),
    stackAt: (stack) => tables.stackAt(stack),
    frameAt: (frame) => tables.frameAt(frame),
    categories: listOf(meta["categories"]).map((category) => categoryKind(recordOf(category))),
  };
}

/** What its samples are worth is time: `bytes` are allocations. */
export function isOfTime(thread: JsonObject): boolean {
  return recordOf(thread["samples"])["weightType"] !== "bytes";
}

function columnsOf(table: JsonObject): (name: string) => Column {
  return (name) => {
    const values = listOf(table[name]);
    return (row) => values[row];
  };
}

/** Version 50 can have the times between samples in place of their times. */
function timesOf(samples: JsonObject): Column {
  if (Array.isArray(samples["time"])) return columnsOf(samples)("time");
  let now = 0;
  const times = listOf(samples["timeDeltas"]).map((delta) => (now += numberOf(delta)));
  return (row) => times[row];
}

class ProcessedTables {
  readonly #strings: readonly unknown[];
  readonly #stack: Record<"frame" | "prefix" | "prefixOffset", Column>;
  readonly #hasOffsets: boolean;
  readonly #frame: Record<"func" | "line" | "column" | "category" | "flags", Column>;
  readonly #func: Record<"name" | "isJS" | "fileName" | "source" | "lineNumber" | "columnNumber" | "resource" | "flags", Column>;
  readonly #sourceFile: Column;
  readonly #resource: Record<"lib" | "name", Column>;
  readonly #libraries: readonly unknown[];

  constructor(profile: JsonObject, thread: JsonObject) {
    const shared = recordOf(profile["shared"]);
    const table = (name: string): JsonObject => recordOf(shared[name] ?? thread[name]);
    this.#strings = listOf(shared["stringArray"] ?? thread["stringArray"] ?? thread["stringTable"]);
    this.#stack = picked(table("stackTable"), ["frame", "prefix", "prefixOffset"]);
    this.#hasOffsets = Array.isArray(table("stackTable")["prefixOffset"]);
    this.#frame = picked(table("frameTable"), ["func", "line", "column", "category", "flags"]);
    this.#func = picked(table("funcTable"), ["name", "isJS", "fileName", "source", "lineNumber", "columnNumber", "resource", "flags"]);
    this.#sourceFile = columnsOf(table("sources"))("filename");
    this.#resource = picked(table("resourceTable"), ["lib", "name"]);
    this.#libraries = listOf(thread["libs"] ?? profile["libs"]);
  }

  stackAt(stack: number): { readonly under: number; readonly frame: number } | undefined {
    const frame = indexOf(this.#stack.frame(stack));
    if (frame === -1) return undefined;
    if (!this.#hasOffsets) return { under: indexOf(this.#stack.prefix(stack)), frame };
    const offset = indexOf(this.#stack.prefixOffset(stack));
    return { under: offset > 0 && offset <= stack ? stack - offset : -1, frame };
  }

  frameAt(frame: number): FirefoxFrame | undefined {
    const func = indexOf(this.#frame.func(frame));
    if (func === -1) return undefined;
    const flags = this.#frame.flags(frame);
    const place = {
      line: lineOf(flags, frameBits.line, this.#frame.line(frame)),
      column: lineOf(flags, frameBits.column, this.#frame.column(frame)),
      category: isKnown(flags, frameBits.category) ? indexOf(this.#frame.category(frame)) : -1,
    };
    const name = this.#text(this.#func.name(func));
    const own = this.#func.flags(func);
    const isScript = typeof own === "number" ? (own & functionBits.script) !== 0 : this.#func.isJS(func) === true;
    const url = this.#fileOf(func, own);
    if (isScript && url === "") return labelFrame(name, place);
    const line = lineOf(own, functionBits.line, this.#func.lineNumber(func));
    const column = lineOf(own, functionBits.column, this.#func.columnNumber(func));
    if (isScript) return scriptFrame({ name, url, line, column }, place);
    return topLevelFrame(name, place) ?? nativeFrame(name, this.#libraryOf(func, own), place);
  }

  #fileOf(func: number, flags: unknown): string {
    const source = isKnown(flags, functionBits.source) ? indexOf(this.#func.source(func)) : -1;
    return this.#text(source === -1 ? this.#func.fileName(func) : this.#sourceFile(source));
  }

  #libraryOf(func: number, flags: unknown): string {
    const resource = isKnown(flags, functionBits.resource) ? indexOf(this.#func.resource(func)) : -1;
    if (resource === -1) return "";
    const library = textOf(recordOf(this.#libraries[indexOf(this.#resource.lib(resource))])["name"]);
    return library || this.#text(this.#resource.name(resource));
  }

  #text(index: unknown): string {
    return textOf(this.#strings[indexOf(index)]);
  }
}

function picked<Name extends string>(table: JsonObject, names: readonly Name[]): Record<Name, Column> {
  const columns = columnsOf(table);
  return Object.fromEntries(names.map((name) => [name, columns(name)])) as Record<Name, Column>;
}

function isKnown(flags: unknown, bit: number): boolean {
  return typeof flags !== "number" || (flags & bit) !== 0;
}

/** A line or column from 1; 0 if unknown. */
function lineOf(flags: unknown, bit: number, value: unknown): number {
  return isKnown(flags, bit) ? Math.max(0, indexOf(value)) : 0;
}
