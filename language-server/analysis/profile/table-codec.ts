import { type Column, encodeColumns, isCount, odd, openColumns } from "./column-file.ts";
import { certainties, functionKinds, tiers, type Deopt, type Profile } from "./profile.ts";
import { UserError } from "../user-error.ts";

/** A thread's file in a run (`column-file.ts`): the header contains all strings. */
const magic = 0x50544c48;
const version = 2;
/** The first version, without the optional columns. */
const firstVersion = 1;

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
  const columns: Column[] = [functions.script, functions.line, functions.column, functions.kind];
  columns.push(stacks.prefix, stacks.func, stacks.line, stacks.column, stacks.certainty);
  columns.push(samples.stack, samples.time);
  if (samples.tier !== undefined) columns.push(samples.tier);
  if (samples.recorded !== undefined) columns.push(samples.recorded);
  return encodeColumns({ magic, version }, header, columns);
}

/** Throws a UserError for anything that `encodeProfile` would not have written: every index is checked. */
export function decodeProfile(bytes: Uint8Array): Profile {
  const file = openColumns(bytes, magic);
  if (file.version !== version && file.version !== firstVersion) throw new UserError("samples.otherVersion");
  const header = checkedHeader(file.header);
  const reader = file.columns;
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
    if (!Number.isFinite(time) || time < (row === 0 ? -Infinity : samples.time[row - 1])) throw odd({ code: "samples.timeOrder" });
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

function checkedHeader(header: object): Header {
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
