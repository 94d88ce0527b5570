import * as fc from "fast-check";
import { expect, test } from "vitest";
import { busyBySeconds } from "../../../language-server/analysis/costs/busy-slices.ts";
import { sliceCount, slicedCosts } from "../../../language-server/analysis/costs/cost-slices.ts";
import { sourcelessCosts } from "../../../language-server/analysis/costs/sourceless.ts";
import { tierTicks } from "../../../language-server/analysis/costs/tier-ticks.ts";
import { tiers } from "../../../language-server/analysis/profile/profile.ts";
import { profileOfStacks } from "../drawn-profile.ts";
import { analysed } from "./drawn-costs.ts";

const frame = fc.constantFrom(
  "a@app.js:1",
  "a@app.js:2",
  "b@b.js:3",
  "c@lib!x.js:4",
  "d@node:fs:5",
  "read",
  "parse",
  "(garbage collector)",
);
const stack: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 9, arbitrary: fc.array(frame, { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constant(["(idle)"]) },
);
const samples = fc.array(fc.record({ cells: stack, weight: fc.integer({ min: 1, max: 5 }), tier: fc.nat({ max: tiers.length - 1 }) }), {
  minLength: 1,
  maxLength: 60,
});

type Samples = readonly { readonly cells: readonly string[]; readonly weight: number; readonly tier: number }[];

function profileOf(all: Samples): ReturnType<typeof analysed>["profile"] {
  const profile = profileOfStacks(
    all.map(({ cells }) => cells),
    { weights: all.map(({ weight }) => weight) },
  );
  const tier = Uint8Array.from(all, (each) => each.tier);
  return analysed({ ...profile, samples: { ...profile.samples, tier } }).profile;
}

const isBusy = ({ cells }: Samples[number]): boolean => cells.at(-1) !== "(idle)";
const nameOf = (cell = ""): string => cell.replace(/@.*/, "");
const isScript = (cell: string): boolean => cell.includes("@");

/** Sums by key, of all that is not 0. */
function sums(entries: Iterable<readonly [key: string, worth: number]>): Record<string, number> {
  const all = new Map<string, number>();
  for (const [key, worth] of entries) all.set(key, (all.get(key) ?? 0) + worth);
  return Object.fromEntries([...all].filter(([, worth]) => worth !== 0).sort(([one], [other]) => (one < other ? -1 : 1)));
}

test("property: self, with libraries and total of each slice are the sums over its samples", () => {
  fc.assert(
    fc.property(samples, (all) => {
      const profile = profileOf(all);
      const { functions, busy } = slicedCosts(profile);
      const times = profile.threads[0]!.samples.time;
      const last = times.at(-1)!;
      const slice = (index: number): number =>
        Math.min(sliceCount - 1, Math.floor((last > 0 ? times[index]! / last : index / all.length) * sliceCount));
      const expected = sums(
        all.flatMap((sample, index): readonly (readonly [string, number])[] => {
          if (!isBusy(sample)) return [];
          const { cells, weight } = sample;
          const self = cells.findLast(isScript);
          const own = cells.findLast((cell) => /@(app|b)\.js/.test(cell));
          return [
            [`busy ${slice(index)}`, weight],
            ...(self === undefined ? [] : [[`self ${nameOf(self)} ${slice(index)}`, weight] as const]),
            ...(own === undefined ? [] : [[`withLibraries ${nameOf(own)} ${slice(index)}`, weight] as const]),
            ...[...new Set(cells.filter(isScript).map(nameOf))].map((name) => [`total ${name} ${slice(index)}`, weight] as const),
          ];
        }),
      );
      const found = (["self", "withLibraries", "total"] as const).flatMap((figure) =>
        [...functions[figure]].map((worth, at) => {
          const func = Math.floor(at / sliceCount);
          const isShown = profile.functions.source[func] !== -1;
          return [`${figure} ${profile.functions.name[func]} ${at % sliceCount}`, isShown ? worth : 0] as const;
        }),
      );
      expect(sums([...found, ...[...busy].map((worth, at) => [`busy ${at}`, worth] as const)])).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

test("property: busy ticks of each second are those of its samples, and what is later is left out", () => {
  fc.assert(
    fc.property(samples, fc.constantFrom(0.001, 0.003, 0.01), fc.integer({ min: 1, max: 20 }), (all, seconds, count) => {
      const profile = profileOf(all);
      const times = profile.threads[0]!.samples.time;
      const expected = Array.from({ length: count }, (_, at) =>
        all.reduce((sum, each, index) => {
          const isIn = Math.floor(times[index]! / (seconds * 1e6)) === at;
          return sum + (isIn && isBusy(each) ? each.weight : 0);
        }, 0),
      );
      expect(busyBySeconds(profile, seconds, count)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

test("property: a tier has the samples whose innermost function with a source it compiled", () => {
  fc.assert(
    fc.property(samples, (all) => {
      const profile = profileOf(all);
      const expected = sums(
        all.flatMap((each) => {
          const self = each.cells.findLast(isScript);
          return self === undefined ? [] : [[`${nameOf(self)} ${tiers[each.tier]}`, 1] as const];
        }),
      );
      const found = [...tierTicks(profile)].flatMap(([func, ticks]) =>
        Object.entries(ticks).map(([tier, worth]) => [`${profile.functions.name[func]} ${tier}`, worth] as const),
      );
      expect(sums(found)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

test("property: what ran without a source is the samples without one, by the innermost name", () => {
  fc.assert(
    fc.property(samples, (all) => {
      const without = all.filter((each) => isBusy(each) && !each.cells.some(isScript));
      const expected = sums(
        without.flatMap(({ cells, weight }): readonly (readonly [string, number])[] =>
          cells.length === 0
            ? [
                ["self (program)", weight],
                ["samples (program)", 1],
                ["total (program)", weight],
              ]
            : [
                [`self ${cells.at(-1)!}`, weight],
                [`samples ${cells.at(-1)!}`, 1],
                ...[...new Set(cells)].map((cell) => [`total ${cell}`, weight] as const),
              ],
        ),
      );
      const found = sourcelessCosts(profileOf(all), 0).flatMap(({ name, selfTicks, totalTicks, selfSamples }) => [
        [`self ${name}`, selfTicks] as const,
        [`total ${name}`, totalTicks] as const,
        [`samples ${name}`, selfSamples] as const,
      ]);
      expect(sums(found)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});
