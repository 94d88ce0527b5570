import { type Line, Profile as Pprof } from "pprof-format";
import { budget, FileBudget } from "../../budget.ts";
import type { Certainty, Problem } from "../../profile/profile.ts";
import { UserError } from "../../user-error.ts";
import type { BinaryImporter, ImportedFile, ReadOptions } from "../importer.ts";
import { beginsAsPprof } from "./pprof-head.ts";
import { hasLines, type Numeric, type TextAt } from "./pprof-lines.ts";
import { pprofSize } from "./pprof-size.ts";
import { chosenType, intervalOf, type Period } from "./sample-types.ts";
import { type FunctionRole, plainFunction, type PlainFunction } from "./function-names.ts";
import { StackProfile, nativeFunction } from "../stack-profile.ts";
import { type PlacedSamples, weighedBy, weighedFile } from "./placed-samples.ts";
import { type SampleThread, SampleThreads } from "./sample-threads.ts";
import { SampleValues } from "./sample-values.ts";
import { madeOnce } from "../../collections.ts";

/** A file that was mapped into memory; the limit is 0 if unknown. */
interface Mapping {
  readonly memoryStart: Numeric;
  readonly memoryLimit: Numeric;
  readonly fileOffset: Numeric;
}

/** What is shown of code that has no function's name: the file that it is in, "" if unknown, and where. */
function addressName(address: Numeric, mapping: Mapping | undefined, file: string): string {
  const base = file.replace(/^.*[\\/](?=[^\\/])/, "");
  if (BigInt(address) === 0n) return base === "" ? "[unknown]" : base;
  if (mapping === undefined || base === "") return hex(address);
  const { memoryStart, memoryLimit, fileOffset } = mapping;
  const isInside = address >= memoryStart && (BigInt(memoryLimit) === 0n || address < memoryLimit);
  return isInside ? `${base}+${hex(BigInt(address) - BigInt(memoryStart) + BigInt(fileOffset))}` : `${base} ${hex(address)}`;
}

function hex(address: Numeric): string {
  return `0x${address.toString(16)}`;
}

/** The comment in files that Heatline exports: where their lines come from. */
export const writtenByHeatline = {
  exact: "Written by Heatline from a run of its exact recorder",
  inspector: "Written by Heatline from a run of the inspector's profiler",
} as const;

/** Datadog's comment in files whose lines can have a column in their upper 32 bits. */
const packsColumns = "dd:has-missing-map-files";

/**
 * pprof's format (github.com/google/pprof, proto/profile.proto), which the profilers of Datadog, Google Cloud, Pyroscope and Parca write. Locations have
 * lines for all frames, inlined ones included.
 */
export const pprofImporter: BinaryImporter = {
  name: "pprof",
  extensions: ["pb", "pprof"],
  files: /\.pb\.gz$|\.pprof(\.gz)?$/,
  reads: "binary",
  recognises: beginsAsPprof,
  read: (bytes, options) => importedPprof(decoded(bytes), options),
};

/** A function at a location, or inlined there. */
interface CodeFrame {
  readonly func: PlainFunction;
  /** Whether it is shown by its address. */
  readonly isNameless: boolean;
  readonly line: number;
  readonly column: number;
  readonly certainty: Certainty;
}

interface Place extends Omit<CodeFrame, "func"> {
  /** Row of its thread's functions. */
  readonly func: number;
  readonly role: FunctionRole;
}

interface Thread {
  readonly index: number;
  readonly profile: StackProfile;
  /** For each location its functions, callers first, with their lines. */
  readonly places: Map<Numeric, readonly Place[]>;
}

/** Also for formats that pprof holds all of. Throws a UserError if it is not a profile of time, or has no samples. */
export function importedPprof(pprof: Pprof, options: ReadOptions): ImportedFile {
  const textAt: TextAt = (index) => pprof.stringTable.strings[Number(index)] ?? "";
  const values = new SampleValues(pprof, textAt, options.name);
  const { type = 0, unit = 0 } = pprof.periodType ?? {};
  const period: Period = { type: textAt(type), unit: textAt(unit), amount: Number(pprof.period) };
  const chosen = chosenType(values, period, options);
  const comments = new Set(pprof.comment.map(textAt));
  const isExact = comments.has(writtenByHeatline.exact);
  const isOurs = isExact || comments.has(writtenByHeatline.inspector);
  const code = new PprofCode(pprof, textAt, isOurs);
  const labels = new SampleThreads(pprof, textAt);
  const threads = new Map<SampleThread | undefined, Thread>();
  const threadOf = new Int32Array(pprof.sample.length);
  const rowOf = new Int32Array(pprof.sample.length);
  const fileBudget = new FileBudget();
  let nameless = 0;
  for (const [entry, { locationId, label }] of pprof.sample.entries()) {
    const named = labels.threadOf(label);
    const key = threads.has(named) || threads.size < budget.threads ? named : undefined;
    const thread = madeOnce(threads, key, () => ({ index: threads.size, profile: new StackProfile(fileBudget), places: new Map() }));
    const { row, role, addresses } = stackOf(thread, locationId, code);
    nameless += addresses;
    threadOf[entry] = role === "otherThreads" ? -1 : thread.index;
    rowOf[entry] = row;
  }
  const placed: PlacedSamples = {
    threads: [...threads].map(([thread, { profile }]) => ({
      name: thread === undefined ? "other threads" : labels.nameOf(thread),
      profile,
    })),
    threadOf,
    rowOf,
    interval: intervalOf(period),
    recorder: isExact ? "exact" : "inspector",
    hasPositions: isExact,
    duration: Number(pprof.durationNanos) / 1000,
    problems: [
      ...(isOurs || !code.hasFunctions ? [] : [{ code: code.hasLines ? "pprof.foreignLines" : "pprof.onlyFunctions", count: 1 } as const]),
      ...(nameless > 0 ? [namelessProblem(nameless, code, options)] : []),
      ...labels.problems(options.name),
    ],
  };
  const file = weighedFile(placed, chosen);
  const others = (chosen.sampleTypes?.choices ?? []).map(({ id }) => chosenType(values, period, { ...options, sampleType: id }));
  return others.length === 0 ? file : { ...file, withType: weighedBy(placed, others) };
}

function namelessProblem(count: number, { hasFunctions }: PprofCode, { name }: ReadOptions): Problem {
  return hasFunctions
    ? { code: "pprof.namelessFrames", values: { name }, count }
    : { code: "pprof.unsymbolised", values: { name }, count: 1 };
}

/** Throws a UserError if it is damaged, or if the objects of all messages would take too much memory. */
function decoded(bytes: Uint8Array): Pprof {
  const { messages, numbers } = pprofSize(bytes);
  if (messages > budget.messages) throw new UserError("profile.tooManyObjects", { limit: budget.messages });
  if (numbers > budget.numbers) throw new UserError("profile.tooManyValues", { limit: budget.numbers });
  try {
    const pprof = Pprof.decode(bytes);
    // Most writers put the texts after everything that refers to them.
    const [first] = pprof.sampleType;
    if (first !== undefined && pprof.stringTable.strings.length <= Number(first.unit))
      throw new Error("There are fewer texts than are named.");
    if (pprof.location.length === 0 && pprof.sample.some(({ locationId }) => locationId.length > 0))
      throw new Error("There are no locations, although samples name some.");
    return pprof;
  } catch (error) {
    throw new UserError("pprof.damaged", {}, { cause: error });
  }
}

/** Locations and functions of a profile: any reference may be invalid. */
class PprofCode {
  readonly #locations: ReadonlyMap<Numeric, Pprof["location"][number]>;
  readonly #functions: ReadonlyMap<Numeric, Pprof["function"][number]>;
  readonly #mappings: ReadonlyMap<Numeric, Pprof["mapping"][number]>;
  readonly #textAt: TextAt;
  readonly #lineOf: (line: Numeric) => number;
  /** The first line of each function in the profile. */
  readonly #firstLines = new Map<Numeric, number>();
  /** False if every line is the start of a function: Google's profiler for Node writes this. */
  readonly hasLines: boolean;

  constructor(pprof: Pprof, textAt: TextAt, isOurs: boolean) {
    this.#textAt = textAt;
    this.#lineOf = pprof.comment.some((comment) => textAt(comment) === packsColumns) ? lineBelowColumn : Number;
    this.#locations = new Map(pprof.location.map((location) => [idOf(location.id), location]));
    this.#functions = new Map(pprof.function.map((func) => [idOf(func.id), func]));
    this.#mappings = new Map(pprof.mapping.map((mapping) => [idOf(mapping.id), mapping]));
    for (const { functionId, line } of pprof.location.flatMap((location) => location.line)) {
      const [id, at] = [idOf(functionId), this.#lineOf(line)];
      if (at > 0) this.#firstLines.set(id, Math.min(this.#firstLines.get(id) ?? at, at));
    }
    this.hasLines = isOurs || hasLines(pprof, textAt, this.#lineOf);
  }

  get hasFunctions(): boolean {
    return this.#functions.size > 0;
  }

  /** The frames at a location, callers first: its address where no function is known. */
  framesAt(id: Numeric): readonly CodeFrame[] {
    const location = this.#locations.get(id);
    const lines: readonly Pick<Line, "functionId" | "line" | "column">[] =
      location === undefined || location.line.length === 0 ? [{ functionId: 0, line: 0, column: 0 }] : location.line;
    return lines.toReversed().map(({ functionId, line, column }) => {
      const at = this.#lineOf(line);
      const known = this.#functionOf(idOf(functionId), this.hasLines ? 0 : at);
      return {
        func: known ?? { name: this.#addressOf(location), url: "", line: 0, column: 0, role: "code" },
        isNameless: known === undefined,
        line: this.hasLines ? at : 0,
        column: Number(column) - 1,
        certainty: location?.isFolded === true ? "inferred" : "exact",
      };
    });
  }

  /**
   * `start` is where it starts, if that is known: namesakes may be one function in the file. Undefined if the file has no such function, or
   * neither its name nor its file.
   */
  #functionOf(id: Numeric, start: number): PlainFunction | undefined {
    const func = this.#functions.get(id);
    if (func === undefined) return undefined;
    const [name, systemName, file] = [this.#textAt(func.name), this.#textAt(func.systemName), this.#textAt(func.filename)];
    if (name === "" && systemName === "" && file === "") return undefined;
    const line = start || Number(func.startLine) || (this.#firstLines.get(id) ?? 0);
    return plainFunction({ name, systemName, file, line, startsThere: !this.hasLines });
  }

  #addressOf(location: Pprof["location"][number] | undefined): string {
    const mapping = this.#mappings.get(idOf(location?.mappingId ?? 0));
    return addressName(location?.address ?? 0, mapping, this.#textAt(mapping?.filename ?? 0));
  }
}

/** Some writers have hashes of 64 bits for ids, which are no exact numbers. */
function idOf(id: Numeric): Numeric {
  return typeof id === "bigint" && id <= Number.MAX_SAFE_INTEGER ? Number(id) : id;
}

/** Only beyond 32 bits is there a column above the line. */
function lineBelowColumn(line: Numeric): number {
  return Number(BigInt.asUintN(32, BigInt(line)));
}

/** What samples without a stack are counted for, in exports and flame graphs too. */
const stackless = nativeFunction("(program)");

interface PlacedStack {
  readonly row: number;
  /** Of its innermost frame. */
  readonly role: FunctionRole;
  /** How many frames are shown by their addresses. */
  readonly addresses: number;
}

/** `locations` are innermost first. */
function stackOf(thread: Thread, locations: readonly Numeric[], code: PprofCode): PlacedStack {
  let row = -1;
  let role: FunctionRole = "code";
  let addresses = 0;
  for (let at = locations.length - 1; at >= 0; at--)
    for (const place of placesAt(thread, idOf(locations[at] as Numeric), code)) {
      role = place.role;
      if (place.isNameless) addresses++;
      if (role !== "runtime") row = thread.profile.stackRow(row, place.func, place.line, place.column, place.certainty);
    }
  return { row: row === -1 ? thread.profile.stackRow(-1, thread.profile.functionRow(stackless)) : row, role, addresses };
}

function placesAt({ profile, places }: Thread, location: Numeric, code: PprofCode): readonly Place[] {
  return madeOnce(places, location, () =>
    // V8 reads the fields of spread objects slowly: with these the whole file takes twice as long.
    code.framesAt(location).map(({ func, isNameless, line, column, certainty }) => ({
      func: profile.functionRow(func),
      role: func.role,
      isNameless,
      line,
      column,
      certainty,
    })),
  );
}
