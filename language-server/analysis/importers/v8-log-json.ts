import { UserError } from "../user-error.ts";
import type { ImportedFile, TextImporter } from "./importer.ts";
import { jsonOf, recordOf } from "./json-values.ts";
import { importedLog } from "./v8-log-file.ts";
import { type NativeNames, TickLogDecoder } from "../tick-log/tick-log-decoder.ts";

/** A piece of code by its index; a function has one for each tier it was compiled for. */
interface Code {
  readonly name?: unknown;
  /** `JS`, `CODE` (builtins etc.), `CPP` or `SHARED_LIB`. */
  readonly type?: unknown;
  readonly kind?: unknown;
  /** Index of the function. */
  readonly func?: unknown;
  readonly source?: { readonly [field: string]: unknown };
}

/** `vm`: V8's state; `s`: alternating code and offset, innermost first; code -1 is an address without V8 code. */
interface Tick {
  readonly tm?: unknown;
  readonly vm?: unknown;
  readonly s?: unknown;
}

interface PreprocessedLog {
  readonly code: readonly (Code | null)[];
  readonly ticks: readonly (Tick | null)[];
  readonly scripts: readonly ({ readonly [field: string]: unknown } | null)[];
}

/**
 * Such a file has no addresses: each piece of code gets one above all real addresses (below 2^48), within the range the decoder accepts.
 */
const firstAddress = 2 ** 50;
const room = 2 ** 24;
const mostCode = 2 ** 25;
/** Addresses for the functions' SharedFunctionInfo, in a range of their own. */
const firstFunction = 2 ** 49;

/** V8's tier marks in the log, by the preprocessor's names (CodeState, v8/tools/profile.mjs). */
const marks: Readonly<Record<string, string>> = { Unopt: "~", Baseline: "^", Maglev: "+", Opt: "*" };

/**
 * Output of `node --prof-process --preprocess`. It is converted back to the original log, so that costs come from the one decoder, with
 * positions and restored frames.
 */
export const v8LogJsonImporter: TextImporter = {
  name: "preprocessed V8 log",
  title: "format.preprocessed",
  extensions: ["json"],
  files: /v8\.json(\.gz)?$/,
  reads: "text",
  recognises: (head) => /^\s*\{\s*"code"\s*:\s*\[/.test(head),
  read: readPreprocessed,
};

/** Throws a UserError if it is another kind of file. Ignores invalid entries. */
function readPreprocessed(text: string): ImportedFile {
  const log = parsed(text);
  const decoder = new TickLogDecoder(undefined, "sorted");
  for (const line of linesOf(log)) decoder.push(line);
  const imported = importedLog(decoder, nativeNames(log.code));
  // V8's preprocessor attributes addresses within Node's own executable to the file, even if they are builtins.
  return { ...imported, problems: [...imported.problems, { code: "v8LogJson.losesBuiltins", count: 1 }] };
}

function* linesOf({ code, ticks, scripts }: PreprocessedLog): Generator<string> {
  for (const script of scripts) {
    if (typeof script?.["id"] !== "number" || typeof script["source"] !== "string") continue;
    yield `script-source,${script["id"]},${field(script["url"])},${escaped(script["source"])}\n`;
  }
  for (const [number, each] of code.entries()) if (each !== null && typeof each === "object") yield codeLines(number, each);
  for (const tick of ticks) {
    if (tick === null || typeof tick !== "object" || !Array.isArray(tick.s)) continue;
    const frames: string[] = [];
    for (let at = 0; at + 1 < tick.s.length; at += 2) frames.push(hex(addressOf(tick.s[at], tick.s[at + 1])));
    const [pc = "0x0", ...callers] = frames;
    yield `${["tick", pc, field(tick.tm), 0, "0x0", field(tick.vm), ...callers].join(",")}\n`;
  }
}

function codeLines(number: number, { name, type, kind, func, source }: Code): string {
  if (typeof name !== "string" || number >= mostCode) return "";
  const start = hex(addressOf(number, 0));
  switch (type) {
    case "JS":
      return `code-creation,JS,0,0,${start},${room},${escaped(name)},${functionAddress(func)},${marks[field(kind)] ?? ""}\n${sourceLine(start, source)}`;
    case "CODE":
      return `code-creation,${field(kind)},0,0,${start},${room},${escaped(name)}\n`;
    case "SHARED_LIB":
      return `shared-library,${escaped(name)},${start},${hex(addressOf(number, room - 1))},0\n`;
    default:
      return "";
  }
}

function sourceLine(start: string, source: Code["source"]): string {
  if (source === undefined || source === null) return "";
  const { script, start: from, end, positions, inlined, fns } = source;
  const functions = Array.isArray(fns) ? fns.map((func) => `S${functionAddress(func)}`).join("") : "";
  return `code-source-info,${[start, script, from, end, positions, inlined].map(field).join(",")},${functions}\n`;
}

/** C++ functions are identified by name only. */
function nativeNames(code: PreprocessedLog["code"]): NativeNames {
  return (address) => {
    const each = address < firstAddress ? undefined : code[Math.floor((address - firstAddress) / room)];
    return each?.type === "CPP" && typeof each.name === "string" ? each.name : undefined;
  };
}

/** The decoder reports impossible values as an invalid address. */
function addressOf(code: unknown, offset: unknown): number {
  if (typeof code !== "number" || typeof offset !== "number") return Number.NaN;
  if (code < 0) return offset;
  return code < mostCode && offset >= 0 && offset < room ? firstAddress + code * room + offset : 0;
}

/** null for an inlined function that is missing from the log. */
function functionAddress(func: unknown): string {
  return typeof func === "number" && func >= 0 && func < room ? hex(firstFunction + func) : "0x1";
}

function hex(address: number): string {
  return Number.isSafeInteger(address) && address >= 0 ? `0x${address.toString(16)}` : "none";
}

/** Anything but a text or a number counts as missing. */
function field(value: unknown): string {
  return typeof value === "number" ? String(value) : typeof value === "string" ? escaped(value) : "";
}

/** Escapes texts as V8 does in its log (v8/src/logging/log-utils.cc). */
function escaped(text: string): string {
  return text.replaceAll(/[^\x20-\x2B\x2D-\x5B\x5D-\x7E]/g, (char) => {
    if (char === "\n") return "\\n";
    if (char === "\\") return "\\\\";
    const unit = char.charCodeAt(0);
    return unit < 256 ? `\\x${unit.toString(16).padStart(2, "0")}` : `\\u${unit.toString(16).padStart(4, "0")}`;
  });
}

function parsed(text: string): PreprocessedLog {
  const { code, ticks, scripts = [] } = recordOf(jsonOf(text, "v8LogJson.damaged"));
  if (!Array.isArray(code) || !Array.isArray(ticks) || !Array.isArray(scripts)) throw new UserError("v8LogJson.damaged");
  return { code, ticks, scripts };
}
