import { Profile as Pprof } from "pprof-format";
import { budget, FileBudget } from "../../budget.ts";
import type { Certainty } from "../../profile/profile.ts";
import type { Microseconds } from "../../units.ts";
import { UserError } from "../../user-error.ts";
import type { BinaryImporter, ImportedFile, ReadOptions } from "../importer.ts";
import { beginsAsPprof } from "./pprof-head.ts";
import { pprofSize } from "./pprof-size.ts";
import { chosenType, timeUnits } from "./sample-types.ts";
import { StackProfile } from "../stack-profile.ts";
import { type PlacedSamples, weighedBy, weighedColumn, weighedFile } from "./placed-samples.ts";

type Numeric = number | bigint;
type TextAt = (index: Numeric) => string;

/** The comment in files that Heatline exports: where their lines come from. */
export const writtenByHeatline = {
  exact: "Written by Heatline from a run of its exact recorder",
  inspector: "Written by Heatline from a run of the inspector's profiler",
} as const;
/** Used if the file does not say. */
const usualInterval: Microseconds = 1000;
const threadLabels = ["thread name", "thread"];

/**
 * pprof's format (github.com/google/pprof, proto/profile.proto), which the profilers of Datadog, Google Cloud, Pyroscope and Parca write. Locations have
 * lines for all frames, inlined ones included.
 */
export const pprofImporter: BinaryImporter = {
  name: "pprof",
  reads: "binary",
  recognises: beginsAsPprof,
  read: readPprof,
};

/** A function at a location, or inlined there. */
interface Place {
  readonly func: number;
  readonly line: number;
  readonly column: number;
  readonly certainty: Certainty;
}

interface Thread {
  readonly index: number;
  readonly profile: StackProfile;
  /** For each location its functions, callers first, with their lines. */
  readonly places: Map<number, readonly Place[]>;
}

/** Throws a UserError if it is not a complete pprof profile of time, or has no samples. */
function readPprof(bytes: Uint8Array, options: ReadOptions): ImportedFile {
  const pprof = decoded(bytes);
  const textAt: TextAt = (index) => pprof.stringTable.strings[Number(index)] ?? "";
  const interval = intervalOf(pprof, textAt);
  const chosen = chosenType(pprof, textAt, interval, options);
  const comments = new Set(pprof.comment.map(textAt));
  const isExact = comments.has(writtenByHeatline.exact);
  const isOurs = isExact || comments.has(writtenByHeatline.inspector);
  const code = new PprofCode(pprof, textAt, isOurs);
  const threads = new Map<string, Thread>();
  const threadOf = new Int32Array(pprof.sample.length);
  const rowOf = new Int32Array(pprof.sample.length);
  const fileBudget = new FileBudget();
  let nameless = 0;
  for (const [entry, { locationId, label }] of pprof.sample.entries()) {
    const told = textAt(label.find(({ key }) => threadLabels.includes(textAt(key)))?.str ?? 0) || "main";
    const name = threads.has(told) || threads.size < budget.threads ? told : "other threads";
    const thread = threads.get(name) ?? { index: threads.size, profile: new StackProfile(fileBudget), places: new Map() };
    threads.set(name, thread);
    let row = -1;
    for (const location of locationId.toReversed()) {
      const places = placesAt(thread, Number(location), code);
      if (places.length === 0) nameless++;
      for (const { func, line, column, certainty } of places) row = thread.profile.stackRow(row, func, line, column, certainty);
    }
    threadOf[entry] = thread.index;
    rowOf[entry] = row;
  }
  const placed: PlacedSamples = {
    threads: [...threads].map(([name, { profile }]) => ({ name, profile })),
    threadOf,
    rowOf,
    interval,
    recorder: isExact ? "exact" : "inspector",
    hasPositions: isExact,
    duration: Number(pprof.durationNanos) / 1000,
    problems: [
      ...(isOurs ? [] : [{ code: code.hasLines ? "pprof.foreignLines" : "pprof.onlyFunctions", count: 1 } as const]),
      ...(nameless > 0 ? [{ code: "pprof.namelessFrames" as const, count: nameless }] : []),
    ],
  };
  const file = weighedFile(placed, chosen, (entry) => chosen.worthOf(pprof.sample[entry]?.value ?? []));
  const others = (chosen.sampleTypes?.choices ?? []).map((sampleType) => chosenType(pprof, textAt, interval, { ...options, sampleType }));
  const columns = others.map((each) => weighedColumn(each, pprof));
  return columns.length === 0 ? file : { ...file, withType: weighedBy(placed, columns) };
}

function decoded(bytes: Uint8Array): Pprof {
  checkSize(bytes);
  try {
    const pprof = Pprof.decode(bytes);
    // Most writers put the texts after everything that refers to them.
    const [first] = pprof.sampleType;
    if (first !== undefined && pprof.stringTable.strings.length <= Number(first.unit))
      throw new Error("There are fewer texts than are named.");
    return pprof;
  } catch (error) {
    throw new UserError("pprof.damaged", {}, { cause: error });
  }
}

/** Throws a UserError if the objects of all messages would take too much memory. */
function checkSize(bytes: Uint8Array): void {
  const { messages, numbers } = pprofSize(bytes);
  if (messages > budget.messages) throw new UserError("profile.tooManyObjects", { limit: budget.messages });
  if (numbers > budget.numbers) throw new UserError("profile.tooManyValues", { limit: budget.numbers });
}

/** The requested interval, or 1 ms. */
function intervalOf({ periodType, period }: Pprof, textAt: TextAt): Microseconds {
  const interval = Number(period) / (timeUnits[textAt(periodType?.unit ?? 0)] ?? Number.NaN);
  return interval > 0 && Number.isFinite(interval) ? interval : usualInterval;
}

/** Locations and functions of a profile: any reference may be invalid. */
class PprofCode {
  readonly #locations: ReadonlyMap<number, Pprof["location"][number]>;
  readonly #functions: ReadonlyMap<number, Pprof["function"][number]>;
  readonly #textAt: TextAt;
  /** The first line of each function in the profile. */
  readonly #firstLines = new Map<number, number>();
  /** False if every function has only one line, which is then its start: Google's profiler for Node writes this. */
  readonly hasLines: boolean;

  constructor(pprof: Pprof, textAt: TextAt, isOurs: boolean) {
    this.#textAt = textAt;
    this.#locations = new Map(pprof.location.map((location) => [Number(location.id), location]));
    this.#functions = new Map(pprof.function.map((func) => [Number(func.id), func]));
    let hasLines = isOurs;
    for (const { functionId, line } of pprof.location.flatMap((location) => location.line)) {
      const [id, at] = [Number(functionId), Number(line)];
      const start = Number(this.#functions.get(id)?.startLine ?? 0);
      if (at <= 0) continue;
      const first = this.#firstLines.get(id);
      if ((first !== undefined && first !== at) || (start > 0 && start !== at)) hasLines = true;
      this.#firstLines.set(id, Math.min(first ?? at, at));
    }
    this.hasLines = hasLines;
  }

  /** The frames at a location, callers first, with ids of functions. */
  framesAt(id: number): readonly Place[] {
    const location = this.#locations.get(id);
    return (location?.line ?? []).toReversed().map(({ functionId, line, column }) => ({
      func: Number(functionId),
      line: this.hasLines ? Number(line) : 0,
      column: Number(column) - 1,
      certainty: location?.isFolded === true ? "inferred" : "exact",
    }));
  }

  functionOf(id: number): Parameters<StackProfile["functionRow"]>[0] | undefined {
    const func = this.#functions.get(id);
    if (func === undefined) return undefined;
    const line = Number(func.startLine) || (this.#firstLines.get(id) ?? 0);
    return { name: this.#textAt(func.name), url: this.#textAt(func.filename), line, column: 0 };
  }
}

function placesAt({ profile, places }: Thread, location: number, code: PprofCode): readonly Place[] {
  let known = places.get(location);
  if (known === undefined) {
    known = code.framesAt(location).flatMap((frame) => {
      const func = code.functionOf(frame.func);
      return func === undefined ? [] : [{ ...frame, func: profile.functionRow(func) }];
    });
    places.set(location, known);
  }
  return known;
}
