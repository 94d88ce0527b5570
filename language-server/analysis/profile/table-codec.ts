import { budget, checkJson } from "../budget.ts";
import { certainties, functionKinds, tiers, type Deopt, type Profile } from "./profile.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import { UserError } from "../user-error.ts";

/**
 * Format of a thread's file in a run: magic, version, length of the JSON header (each u32, little-endian), the header in UTF-16, then the
 * columns at multiples of eight bytes. Columns are little-endian, as on every machine that VS Code supports. The header contains all
 * strings.
 */
const magic = 0x50544c48;
const version = 2;
/** The first version, without the optional columns. */
const firstVersion = 1;
const prelude = 12;
const largestCount = 0x7fff_ffff;

interface Header {
  readonly interval: number;
  readonly urls: readonly string[];
  readonly hashes: readonly string[];
  readonly names: readonly string[];
  readonly functions: number;
  readonly stacks: number;
  readonly samples: number;
  readonly hasTier: boolean;
  readonly hasRecorded: boolean;
  /** Few and small, so they are in the header. */
  readonly deopts?: readonly Deopt[] | undefined;
}

type Column = Int32Array | Uint8Array | Float64Array;

export function encodeProfile(profile: Profile): Uint8Array {
  const { scripts, functions, stacks, samples } = profile;
  const header: Header = {
    interval: profile.interval,
    urls: scripts.url,
    hashes: scripts.hash,
    names: functions.name,
    functions: functions.script.length,
    stacks: stacks.prefix.length,
    samples: samples.stack.length,
    hasTier: samples.tier !== undefined,
    hasRecorded: samples.recorded !== undefined,
    deopts: profile.deopts,
  };
  const text = encodeText(JSON.stringify(header));
  const columns: Column[] = [functions.script, functions.line, functions.column, functions.kind];
  columns.push(stacks.prefix, stacks.func, stacks.line, stacks.column, stacks.certainty);
  columns.push(samples.stack, samples.time);
  if (samples.tier !== undefined) columns.push(samples.tier);
  if (samples.recorded !== undefined) columns.push(samples.recorded);
  let size = aligned(prelude + text.length);
  for (const column of columns) size += aligned(column.byteLength);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, version, true);
  view.setUint32(8, text.length, true);
  bytes.set(text, prelude);
  let offset = aligned(prelude + text.length);
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), offset);
    offset += aligned(column.byteLength);
  }
  return bytes;
}

/** Throws a UserError for anything that `encodeProfile` would not have written: every index is checked. */
export function decodeProfile(file: Uint8Array): Profile {
  // A plain Uint8Array: `slice` of a Node Buffer shares memory, `slice` of an array copies.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < prelude || view.getUint32(0, true) !== magic) throw odd({ code: "samples.notSamples" });
  if (view.getUint32(4, true) !== version && view.getUint32(4, true) !== firstVersion) {
    throw new UserError("samples.otherVersion");
  }
  const headerLength = view.getUint32(8, true);
  if (headerLength > bytes.length - prelude) throw odd({ code: "samples.cutShort" });
  if (headerLength > budget.header) throw odd({ code: "samples.badHeader" });
  const header = readHeader(bytes.subarray(prelude, prelude + headerLength));
  const reader = columnReader(bytes, aligned(prelude + headerLength));
  const functions = {
    name: header.names,
    script: reader.int32(header.functions),
    line: reader.int32(header.functions),
    column: reader.int32(header.functions),
    kind: reader.uint8(header.functions),
  };
  const stacks = {
    prefix: reader.int32(header.stacks),
    func: reader.int32(header.stacks),
    line: reader.int32(header.stacks),
    column: reader.int32(header.stacks),
    certainty: reader.uint8(header.stacks),
  };
  const samples = {
    stack: reader.int32(header.samples),
    time: reader.float64(header.samples),
    ...(header.hasTier ? { tier: reader.uint8(header.samples) } : {}),
    ...(header.hasRecorded ? { recorded: reader.int32(header.samples) } : {}),
  };
  reader.end();
  within(functions.script, -1, header.urls.length, "script");
  within(functions.line, 0, Infinity, "line");
  within(functions.column, -1, Infinity, "column");
  within(functions.kind, 0, functionKinds.length, "kind of function");
  stacks.prefix.forEach((prefix, row) => {
    if (prefix < -1 || prefix >= row) throw odd({ code: "samples.stackOrder" });
  });
  within(stacks.func, 0, header.functions, "function");
  within(stacks.line, 0, Infinity, "line");
  within(stacks.column, -1, Infinity, "column");
  within(stacks.certainty, 0, certainties.length, "certainty");
  within(samples.stack, -1, header.stacks, "stack");
  if (samples.tier !== undefined) within(samples.tier, 0, tiers.length, "tier");
  if (samples.recorded !== undefined) within(samples.recorded, -1, header.stacks, "stack");
  samples.time.forEach((time, row) => {
    if (!Number.isFinite(time) || time < (row === 0 ? -Infinity : (samples.time[row - 1] as number)))
      throw odd({ code: "samples.timeOrder" });
  });
  return {
    scripts: { url: header.urls, hash: header.hashes },
    functions,
    stacks,
    samples,
    interval: header.interval,
    ...(header.deopts === undefined ? {} : { deopts: header.deopts }),
  };
}

function readHeader(bytes: Uint8Array): Header {
  const text = decodeText(bytes);
  let header: unknown;
  try {
    checkJson(text);
    header = JSON.parse(text);
  } catch (error) {
    throw odd({ code: "samples.badHeader" }, error);
  }
  if (typeof header !== "object" || header === null) throw odd({ code: "samples.headerNotObject" });
  const { interval, urls, hashes, names, functions, stacks, samples, hasTier, hasRecorded, deopts } = header as Partial<
    Record<keyof Header, unknown>
  >;
  if (!isStrings(urls) || !isStrings(hashes) || !isStrings(names)) throw odd({ code: "samples.badNames" });
  if (!isCount(functions) || !isCount(stacks) || !isCount(samples)) throw odd({ code: "samples.badSizes" });
  if (typeof interval !== "number" || !Number.isFinite(interval) || interval < 0) throw odd({ code: "samples.badInterval" });
  if (hashes.length !== urls.length || names.length !== functions) throw odd({ code: "samples.unevenTables" });
  if (deopts !== undefined && !isDeopts(deopts, urls.length)) throw odd({ code: "samples.badDeopts" });
  return {
    interval,
    urls,
    hashes,
    names,
    functions,
    stacks,
    samples,
    hasTier: hasTier === true,
    hasRecorded: hasRecorded === true,
    deopts,
  };
}

/** UTF-16 preserves names exactly, even malformed ones. */
function encodeText(text: string): Uint8Array {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index++) units[index] = text.charCodeAt(index);
  return new Uint8Array(units.buffer);
}

function decodeText(bytes: Uint8Array): string {
  if (bytes.length % 2 !== 0) throw odd({ code: "samples.headerCutShort" });
  const units = new Uint16Array(bytes.slice().buffer);
  let text = "";
  for (let start = 0; start < units.length; start += 8192) text += String.fromCharCode(...units.subarray(start, start + 8192));
  return text;
}

function columnReader(bytes: Uint8Array, start: number) {
  let offset = start;
  /** Copied, since a file's bytes may be at any offset of a shared buffer. */
  const take = (size: number): ArrayBuffer => {
    if (offset + size > bytes.length) throw odd({ code: "samples.cutShort" });
    const copy = bytes.slice(offset, offset + size).buffer;
    offset += aligned(size);
    return copy;
  };
  return {
    int32: (length: number) => new Int32Array(take(length * 4)),
    uint8: (length: number) => new Uint8Array(take(length)),
    float64: (length: number) => new Float64Array(take(length * 8)),
    end: () => {
      if (offset !== bytes.length) throw odd({ code: "samples.tooLong" });
    },
  };
}

function within(column: Column, low: number, end: number, what: string): void {
  for (const value of column) if (value < low || value >= end) throw odd({ code: "samples.outOfBounds", values: { what } });
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isDeopts(value: unknown, scripts: number): value is Deopt[] {
  return Array.isArray(value) && value.every((each) => isDeopt(each) && each.script < scripts);
}

function isDeopt(value: unknown): value is Deopt {
  if (typeof value !== "object" || value === null) return false;
  const { script, line, column, reason, count } = value as Partial<Record<keyof Deopt, unknown>>;
  return isCount(script) && isCount(line) && isCount(column) && isCount(count) && typeof reason === "string";
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= largestCount;
}

function aligned(size: number): number {
  return Math.ceil(size / 8) * 8;
}

function odd(reason: CodedText, cause?: unknown): UserError {
  return new UserError("samples.unreadable", { reason }, { cause });
}
