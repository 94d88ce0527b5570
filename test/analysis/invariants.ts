import { everything } from "../../language-server/analysis/selection/selection.ts";
import type { Analysis } from "../../language-server/analysis/analyse.ts";
import { categories, type Costs } from "../../language-server/analysis/costs/costs.ts";
import { functionKinds } from "../../language-server/analysis/profile/profile.ts";
import type { SourceProfile } from "../../language-server/analysis/sources/source-profile.ts";

const idle = functionKinds.indexOf("idle");
const rounding = 1e-9;

/** Describes the invariants of costs (analysis/README.md) that are violated. Computed sample by sample, independently of the real code. */
export function brokenInvariants({ profile, costs, select }: Pick<Analysis, "profile" | "costs" | "select">): string[] {
  const broken: string[] = [];
  const check = (holds: boolean, what: () => string): void => {
    if (!holds && broken.length < 20) broken.push(what());
  };
  const truth = naively(profile);
  check(same(costs.busyTicks, truth.busy), () => `busy is ${costs.busyTicks}, not ${truth.busy}`);
  check(atMost(costs.busyTicks, costs.ticks), () => `${costs.ticks} ticks, ${costs.busyTicks} of them busy`);
  const lines = new Map(costs.lines.map((line) => [`${line.source}:${line.line}`, line]));
  for (const key of new Set([...truth.total.keys(), ...lines.keys()])) {
    const line = lines.get(key);
    const found = [line?.selfTicks, line?.withLibrariesTicks, line?.totalTicks].map((ticks) => ticks ?? 0);
    const expected = [truth.self, truth.withLibraries, truth.total].map((counts) => counts.get(key) ?? 0);
    check(
      found.every((ticks, at) => same(ticks, expected[at] ?? 0)),
      () => `line ${key} has self, withLibraries, total ${found.join()}, not ${expected.join()}`,
    );
  }
  for (const each of [...costs.lines, ...costs.functions]) {
    const isOwn = costs.sources[each.source]?.category === "own";
    const order = isOwn ? [each.selfTicks, each.withLibrariesTicks, each.totalTicks] : [each.selfTicks, each.totalTicks];
    const ascends = [0, ...order, costs.busyTicks].every((value, at, all) => at === 0 || atMost(all[at - 1] as number, value));
    check(
      ascends && (isOwn || each.withLibrariesTicks === 0),
      () => `self ≤ withLibraries ≤ total ≤ busy fails at ${each.source}:${each.line}`,
    );
    const parts = categories.reduce((sum, category) => sum + each.composition[category], 0);
    check(same(parts, each.totalTicks), () => `the composition of ${each.source}:${each.line} is not its total`);
  }
  for (const line of costs.lines) {
    check(
      atMost(0, line.repairedTicks) && atMost(0, line.inferredTicks),
      () => `repaired or inferred ticks below 0 at ${line.source}:${line.line}`,
    );
    check(atMost(line.repairedTicks, line.totalTicks), () => `more was repaired than there is at ${line.source}:${line.line}`);
  }
  const selfOf = (rows: Costs["lines"] | Costs["functions"]): number => rows.reduce((sum, { selfTicks }) => sum + selfTicks, 0);
  const withLibrariesOf = (rows: Costs["lines"]): number => rows.reduce((sum, { withLibrariesTicks }) => sum + withLibrariesTicks, 0);
  check(same(selfOf(costs.lines) + truth.lineless, truth.busy), () => "self of all lines and what has no line are not busy");
  check(
    same(withLibrariesOf(costs.lines) + truth.uncharged, truth.busy),
    () => "withLibraries of all own lines and what has none are not busy",
  );
  check(
    sameSums(
      costs,
      profile.threads.map(({ id }) => select({ ...everything, threads: [id] })?.costs ?? costs),
    ),
    () => "the threads' costs do not add up to the merged ones",
  );
  return broken;
}

/** Sums of weights depend on their order in the last digits; those of counts do not. */
function same(some: number, other: number): boolean {
  return Math.abs(some - other) <= rounding * Math.max(1, Math.abs(some), Math.abs(other));
}

function atMost(less: number, more: number): boolean {
  return less <= more || same(less, more);
}

interface NaiveCosts {
  busy: number;
  /** Busy samples whose innermost frame with a source has no line, or that have no such frame; the same for own code. */
  lineless: number;
  uncharged: number;
  readonly self: Map<string, number>;
  readonly withLibraries: Map<string, number>;
  readonly total: Map<string, number>;
}

function naively(profile: SourceProfile): NaiveCosts {
  const { functions, sources } = profile;
  const costs: NaiveCosts = { busy: 0, lineless: 0, uncharged: 0, self: new Map(), withLibraries: new Map(), total: new Map() };
  for (const { stacks, samples } of profile.threads) {
    for (const [sample, leaf] of samples.stack.entries()) {
      if (leaf !== -1 && functions.kind[stacks.func[leaf] as number] === idle) continue;
      const weight = samples.weight?.[sample] ?? 1;
      const add = (counts: Map<string, number>, key: string): unknown => counts.set(key, (counts.get(key) ?? 0) + weight);
      costs.busy += weight;
      const seen = new Set<string>();
      let [innermost, own]: (string | undefined)[] = [];
      for (let row = leaf; row !== -1; row = stacks.prefix[row] as number) {
        const home = functions.source[stacks.func[row] as number] as number;
        if (home === -1) continue;
        const source = stacks.source[row] === -1 ? home : (stacks.source[row] as number);
        const key = (stacks.line[row] as number) > 0 ? `${source}:${stacks.line[row]}` : "";
        innermost ??= key;
        if (sources[source]?.category === "own") own ??= key;
        if (key !== "") seen.add(key);
      }
      if (innermost) add(costs.self, innermost);
      else costs.lineless += weight;
      if (own) add(costs.withLibraries, own);
      else costs.uncharged += weight;
      for (const key of seen) add(costs.total, key);
    }
  }
  return costs;
}

function sameSums(merged: Costs, parts: readonly Costs[]): boolean {
  const flat = (all: readonly Costs[]): Map<string, number> => {
    const sums = new Map<string, number>();
    for (const { lines, functions, busyTicks } of all) {
      sums.set("busy", (sums.get("busy") ?? 0) + busyTicks);
      for (const row of [...lines, ...functions]) {
        const key = "name" in row ? `${row.source}:${row.line}:${row.column}:${row.name}` : `${row.source}:${row.line}`;
        for (const figure of ["selfTicks", "withLibrariesTicks", "totalTicks"] as const)
          sums.set(`${key} ${figure}`, (sums.get(`${key} ${figure}`) ?? 0) + row[figure]);
      }
    }
    return sums;
  };
  const some = flat([merged]);
  const others = flat(parts);
  return [...new Set([...some.keys(), ...others.keys()])].every((key) => same(some.get(key) ?? 0, others.get(key) ?? 0));
}
