import { Function as PprofFunction, Line, Location, Mapping, Profile as Pprof, Sample, StringTable } from "pprof-format";
import { importerFor } from "../../../language-server/analysis/importers/importer-list.ts";
import type { ImportedFile } from "../../../language-server/analysis/importers/importer.ts";

interface DrawnFunction {
  readonly name: string;
  readonly systemName?: string;
  readonly file?: string;
}

interface DrawnLocation {
  readonly address?: number | bigint;
  readonly mapping?: number;
  /** `function line column` each, innermost first. */
  readonly lines?: readonly string[];
}

interface Drawn {
  readonly types?: readonly (readonly [type: string, unit: string])[];
  /** `name file start`, or a name with blanks, by id from 1. */
  readonly functions: readonly (string | DrawnFunction)[];
  /** By id from 1; a list has the lines. */
  readonly locations: readonly (readonly string[] | DrawnLocation)[];
  /** Locations, innermost first, and values. */
  readonly samples: readonly (readonly [
    locations: readonly number[],
    values: readonly (number | bigint)[],
    labels?: string | Readonly<Record<string, string | number>>,
  ])[];
  /** By id from 1. */
  readonly mappings?: readonly { readonly file: string; readonly start?: number; readonly limit?: number; readonly offset?: number }[];
  readonly period?: number;
  readonly periodType?: readonly [type: string, unit: string];
  readonly comments?: readonly string[];
}

const cpu = [
  ["samples", "count"],
  ["cpu", "nanoseconds"],
] as const;

/** A file in pprof's format, as its writers make it. Labels that are a text are the thread's name. */
export function drawnPprof({ types = cpu, functions, locations, samples, mappings = [], comments = [], ...drawn }: Drawn): Uint8Array {
  const { period = 1_000_000, periodType = ["cpu", "nanoseconds"] } = drawn;
  const stringTable = new StringTable();
  const text = (of: string): number => stringTable.dedup(of);
  return new Pprof({
    sampleType: types.map(([type, unit]) => ({ type: text(type), unit: text(unit) })),
    function: functions.map((each, index) => {
      const [name = "", filename = "", start = "0"] = typeof each === "string" ? each.split(" ") : [each.name, each.file];
      const systemName = typeof each === "string" ? "" : (each.systemName ?? "");
      return new PprofFunction({
        id: index + 1,
        name: text(name),
        systemName: text(systemName),
        filename: text(filename),
        startLine: Number(start),
      });
    }),
    location: locations.map((each, index) => {
      const { address = 0, mapping = 0, lines = [] }: DrawnLocation = "length" in each ? { lines: each } : each;
      const line = lines.map((at) => {
        const [functionId = "0", number = "0", column = "0"] = at.split(" ");
        return new Line({ functionId: Number(functionId), line: BigInt(number), column: Number(column) });
      });
      return new Location({ id: index + 1, mappingId: mapping, address, line });
    }),
    mapping: mappings.map(
      ({ file, start = 0, limit = 0, offset = 0 }, index) =>
        new Mapping({ id: index + 1, memoryStart: start, memoryLimit: limit, fileOffset: offset, filename: text(file) }),
    ),
    sample: samples.map(([locationId, value, labels = {}]) => {
      const label = Object.entries(typeof labels === "string" ? { "thread name": labels } : labels).map(([key, each]) =>
        typeof each === "number" ? { key: text(key), num: each } : { key: text(key), str: text(each) },
      );
      return new Sample({ locationId: [...locationId], value: [...value], label });
    }),
    comment: comments.map(text),
    stringTable,
    period,
    periodType: { type: text(periodType[0]), unit: text(periodType[1]) },
  }).encode();
}

/** The file as its importer, chosen by the first bytes, reads it. */
export function readPprof(bytes: Uint8Array, sampleType?: string): ImportedFile {
  const importer = importerFor(Buffer.from(bytes.subarray(0, 4096)).toString("latin1"));
  if (importer?.reads !== "binary") throw new Error(`Taken for ${importer?.name ?? "nothing"}.`);
  return importer.read(bytes, { name: "app.pb", sampleType });
}

/** Shares of all samples, innermost functions by name, with `file:line` where they start, in percent. */
export function selfShares({ threads }: ImportedFile): Readonly<Record<string, number>> {
  const worth = new Map<string, number>();
  let all = 0;
  for (const { profile } of threads)
    profile.samples.stack.forEach((row, sample) => {
      const time = (profile.samples.weight?.[sample] ?? 1) * profile.interval;
      const func = profile.stacks.func[row] as number;
      const url = profile.scripts.url[profile.functions.script[func] ?? -1];
      const name = profile.functions.name[func] as string;
      const key = url === undefined ? name : `${name} ${url}:${profile.functions.line[func]}`;
      worth.set(key, (worth.get(key) ?? 0) + time);
      all += time;
    });
  return Object.fromEntries([...worth].map(([key, time]) => [key, Math.round((time / all) * 1000) / 10]));
}

/** How many samples it has. */
export function sampleCount({ threads }: ImportedFile): number {
  return threads.reduce((sum, { profile }) => sum + profile.samples.stack.length, 0);
}
