import { Function as PprofFunction, Line, Location, Profile as Pprof, Sample, StringTable } from "pprof-format";
import { writtenByHeatline } from "../importers/pprof/pprof.ts";
import { busySamples, type ShownSamples } from "../flame/shown-samples.ts";
import { certainties } from "../profile/profile.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Milliseconds, Ticks } from "../units.ts";
import { madeOnce } from "../collections.ts";

const inferred = certainties.indexOf("inferred");
const nanoseconds = 1000;

export interface PprofOrigin {
  readonly recorder: keyof typeof writtenByHeatline;
  /** Milliseconds since 1970. */
  readonly startedAt: Milliseconds;
  readonly duration: Milliseconds;
  /** Which part of a run it is; "" for all. */
  readonly scope?: string;
}

/**
 * pprof's format, with source-mapped places: busy samples by stack, with line and column of every frame; inferred ones are marked. Read by
 * `go tool pprof`, Pyroscope and Parca. Samples have their thread's name as a label. Not gzipped.
 */
export function exportPprof(profile: SourceProfile, { recorder, startedAt, duration, scope = "" }: PprofOrigin): Uint8Array {
  const strings = new StringTable();
  const code = new PprofCode(profile, strings);
  const type = (name: string, unit: string): { type: number; unit: number } => ({ type: strings.dedup(name), unit: strings.dedup(unit) });
  const sampleType = [type("samples", "count"), type("cpu", "nanoseconds")];
  const thread = strings.dedup("thread name");
  const sample = profile.threads.flatMap((each) => {
    const label = [{ key: thread, str: strings.dedup(each.name) }];
    const tick = each.interval * nanoseconds;
    return [...byStack(busySamples(each, profile))].map(
      ([row, { count, ticks }]) => new Sample({ locationId: code.stack(each, row), value: [count, Math.round(ticks * tick)], label }),
    );
  });
  return new Pprof({
    sampleType,
    sample,
    location: code.locations,
    function: code.functions,
    stringTable: strings,
    timeNanos: BigInt(Math.round(startedAt)) * 1_000_000n,
    durationNanos: Math.round(duration * 1e6),
    periodType: type("cpu", "nanoseconds"),
    comment: [writtenByHeatline[recorder], ...(scope === "" ? [] : [`Only ${scope}`])].map((text) => strings.dedup(text)),
    period: Math.round((profile.threads[0]?.interval ?? 0) * nanoseconds),
  }).encode();
}

/** Samples and ticks by row of the thread's stacks. */
function byStack({ stack, weight }: ShownSamples): ReadonlyMap<number, { readonly count: number; readonly ticks: Ticks }> {
  const sums = new Map<number, { count: number; ticks: Ticks }>();
  stack.forEach((row, sample) => {
    const sum = madeOnce(sums, row, () => ({ count: 0, ticks: 0 }));
    sum.count += 1;
    sum.ticks += weight?.[sample] ?? 1;
  });
  return sums;
}

/** Functions and locations of the samples, numbered from 1 in order of occurrence. */
class PprofCode {
  readonly functions: PprofFunction[] = [];
  readonly locations: Location[] = [];
  readonly #profile: SourceProfile;
  readonly #strings: StringTable;
  readonly #functionIds = new Map<number, number>();
  readonly #locationIds = new Map<string, number>();

  constructor(profile: SourceProfile, strings: StringTable) {
    this.#profile = profile;
    this.#strings = strings;
  }

  /** Ids of the locations of a stack, innermost first. */
  stack({ stacks }: SourceThread, row: number): number[] {
    const ids: number[] = [];
    for (let at = row; at !== -1; at = stacks.prefix[at] as number) ids.push(this.#location(stacks, at));
    return ids;
  }

  #location({ func: funcs, source, line: lines, column: columns, certainty }: SourceThread["stacks"], row: number): number {
    const func = funcs[row] as number;
    // In this format a function's lines are in the function's own file.
    const isThere = source[row] === this.#profile.functions.source[func];
    const [line, column] = isThere ? [lines[row] as number, columns[row] as number] : [0, -1];
    // The format's flag for a line that is one of several possible ones.
    const isFolded = certainty[row] === inferred;
    return madeOnce(this.#locationIds, `${func}:${line}:${column}:${isFolded}`, () => {
      const functionId = madeOnce(this.#functionIds, func, () => this.#function(func));
      const at = new Line({ functionId, line, column: column + 1 });
      return this.locations.push(new Location({ id: this.locations.length + 1, line: [at], isFolded }));
    });
  }

  #function(func: number): number {
    const { functions, sources } = this.#profile;
    const name = this.#strings.dedup(functions.shownName(func));
    const filename = this.#strings.dedup(sources[functions.source[func] as number]?.path ?? "");
    const id = this.functions.length + 1;
    return this.functions.push(new PprofFunction({ id, name, systemName: name, filename, startLine: functions.line[func] as number }));
  }
}
