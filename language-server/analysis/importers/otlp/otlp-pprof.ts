import { type FunctionInput, type LabelInput, type LocationInput, type MappingInput, Profile as Pprof, StringTable } from "pprof-format";
import { UserError } from "../../user-error.ts";
import { type JsonObject, listOf, recordOf, textOf } from "../json-values.ts";

/** As pprof writes them. */
const units: ReadonlyMap<string, string> = new Map([
  ["ns", "nanoseconds"],
  ["us", "microseconds"],
  ["µs", "microseconds"],
  ["ms", "milliseconds"],
  ["s", "seconds"],
]);
/** What a count of samples is called: by the collector's eBPF profiler, and by the events of async-profiler. */
const countedEvents = new Set(["samples", "cpu", "itimer", "ctimer", "wall"]);

/**
 * One pprof profile of all in the file: OTLP's has its parts, but one table of stacks for all, and one sample type for each profile
 * (opentelemetry.io, Profiles Data Format). Throws a UserError if stacks are stored as in versions before the table.
 */
export function pprofOf(files: readonly JsonObject[]): Pprof {
  const merged = new MergedProfile();
  for (const file of files) {
    const tables = merged.tables(recordOf(file["dictionary"]));
    for (const resource of listOf(file["resourceProfiles"]).map(recordOf)) {
      const process = processOf(recordOf(resource["resource"]));
      for (const scope of listOf(resource["scopeProfiles"]).map(recordOf))
        for (const profile of listOf(scope["profiles"]).map(recordOf)) merged.add(profile, tables, process);
    }
  }
  return merged.pprof();
}

/** What tells processes apart. */
function processOf(resource: JsonObject): string {
  const values = new Map(
    listOf(resource["attributes"])
      .map(recordOf)
      .map(({ key, value }) => [key, valueOf(value)]),
  );
  const name = values.get("service.name") ?? values.get("process.executable.name") ?? "";
  const pid = values.get("process.pid");
  return [name, ...(pid === undefined ? [] : [`(${pid})`])].join(" ").trim();
}

function valueOf(value: unknown): string {
  const { stringValue, intValue } = recordOf(value);
  return typeof stringValue === "string" ? stringValue : textOf(intValue);
}

/** Numbers of 64 bits are texts in JSON. */
function numberOf(value: unknown): number {
  const number = typeof value === "number" ? value : typeof value === "string" ? Number(value) : 0;
  return Number.isFinite(number) ? Math.trunc(number) : 0;
}

interface Tables {
  readonly textAt: (index: unknown) => string;
  /** Ids of the locations of each stack, innermost first. */
  readonly stacks: readonly (readonly number[])[];
  readonly attributes: readonly { readonly key: string; readonly value: string }[];
}

interface MergedSample {
  readonly locationId: number[];
  readonly column: number;
  readonly value: number;
  readonly label: LabelInput[];
}

class MergedProfile {
  readonly #strings = new StringTable();
  readonly #mappings: MappingInput[] = [];
  readonly #locations: LocationInput[] = [];
  readonly #functions: FunctionInput[] = [];
  readonly #samples: MergedSample[] = [];
  /** Sample types by `type unit`, in the order they were met. */
  readonly #types = new Map<string, { readonly type: number; readonly unit: number }>();
  #period: { readonly type: number; readonly unit: number; readonly value: number } | undefined;
  #duration = 0;

  /** Adds what a file's profiles refer to; index 0 of each table stands for nothing. */
  tables(dictionary: JsonObject): Tables {
    const texts = listOf(dictionary["stringTable"]);
    const textAt = (index: unknown): string => textOf(texts[numberOf(index)]);
    const recordsOf = (table: string): readonly JsonObject[] => listOf(dictionary[table]).map(recordOf);
    const [mapping, func, location] = [this.#mappings.length, this.#functions.length, this.#locations.length];
    for (const each of recordsOf("mappingTable"))
      this.#mappings.push({
        id: this.#mappings.length + 1,
        memoryStart: numberOf(each["memoryStart"]),
        memoryLimit: numberOf(each["memoryLimit"]),
        filename: this.#strings.dedup(textAt(each["filenameStrindex"])),
      });
    for (const each of recordsOf("functionTable"))
      this.#functions.push({
        id: this.#functions.length + 1,
        name: this.#strings.dedup(textAt(each["nameStrindex"])),
        filename: this.#strings.dedup(textAt(each["filenameStrindex"])),
        startLine: numberOf(each["startLine"]),
      });
    for (const each of recordsOf("locationTable"))
      this.#locations.push({
        id: this.#locations.length + 1,
        mappingId: idOf(each["mappingIndex"], mapping),
        address: numberOf(each["address"]),
        line: listOf(each["lines"])
          .map(recordOf)
          .map((at) => ({ functionId: idOf(at["functionIndex"], func), line: numberOf(at["line"]), column: numberOf(at["column"]) })),
      });
    return {
      textAt,
      stacks: recordsOf("stackTable").map((stack) => listOf(stack["locationIndices"]).map((index) => numberOf(index) + 1 + location)),
      attributes: recordsOf("attributeTable").map(({ keyStrindex, value }) => ({ key: textAt(keyStrindex), value: valueOf(value) })),
    };
  }

  add(profile: JsonObject, { textAt, stacks, attributes }: Tables, process: string): void {
    const column = this.#column(recordOf(profile["sampleType"]), textAt);
    const { typeStrindex, unitStrindex } = recordOf(profile["periodType"]);
    this.#period ??= {
      type: this.#strings.dedup(textAt(typeStrindex)),
      unit: this.#strings.dedup(unitOf(textAt(unitStrindex))),
      value: numberOf(profile["period"]),
    };
    this.#duration = Math.max(this.#duration, numberOf(profile["durationNano"]));
    const samples = listOf(profile["samples"] ?? profile["sample"]).map(recordOf);
    if (samples.length > 0 && stacks.length === 0) throw new UserError("otlp.oldVersion");
    for (const sample of samples) {
      const thread = threadOf(listOf(sample["attributeIndices"]).map((index) => attributes[numberOf(index)]));
      const name = [process, thread].filter((part) => part !== "").join(": ");
      this.#samples.push({
        locationId: [...(stacks[numberOf(sample["stackIndex"])] ?? [])],
        column,
        value: worthOf(sample),
        label: name === "" ? [] : [{ key: this.#strings.dedup("thread name"), str: this.#strings.dedup(name) }],
      });
    }
  }

  pprof(): Pprof {
    const types = [...this.#types.values()];
    return new Pprof({
      stringTable: this.#strings,
      sampleType: types,
      sample: this.#samples.map(({ column, value, ...sample }) => ({
        ...sample,
        value: types.map((_, at) => (at === column ? value : 0)),
      })),
      mapping: this.#mappings,
      location: this.#locations,
      function: this.#functions,
      durationNanos: this.#duration,
      ...(this.#period === undefined ? {} : { periodType: this.#period, period: this.#period.value }),
    });
  }

  #column({ typeStrindex, unitStrindex }: JsonObject, textAt: Tables["textAt"]): number {
    const unit = unitOf(textAt(unitStrindex));
    const named = textAt(typeStrindex);
    const type = unit === "count" && countedEvents.has(named) ? "samples" : named;
    const key = `${type} ${unit}`;
    if (!this.#types.has(key)) this.#types.set(key, { type: this.#strings.dedup(type), unit: this.#strings.dedup(unit) });
    return [...this.#types.keys()].indexOf(key);
  }
}

function unitOf(unit: string): string {
  return units.get(unit) ?? unit;
}

/** 0 if the index stands for nothing. */
function idOf(index: unknown, before: number): number {
  const at = numberOf(index);
  return at === 0 ? 0 : at + 1 + before;
}

function threadOf(attributes: readonly ({ readonly key: string; readonly value: string } | undefined)[]): string {
  const found = (key: string): string => attributes.find((each) => each?.key === key)?.value ?? "";
  return found("thread.name") || found("thread.id");
}

/** The sum of its values; a sample with times and without values counts one for each time. */
function worthOf(sample: JsonObject): number {
  const values = listOf(sample["values"]);
  return values.length === 0 ? listOf(sample["timestampsUnixNano"]).length : values.reduce<number>((sum, each) => sum + numberOf(each), 0);
}
