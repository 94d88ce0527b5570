import * as fc from "fast-check";
import { expect, test } from "vitest";
import { frameLines } from "../../../language-server/analysis/flame/frame-lines.ts";
import { pathParts } from "../../../language-server/analysis/flame/frame-path.ts";
import { functionTree } from "../../../language-server/analysis/flame/flame-tree.ts";
import { busySamples } from "../../../language-server/analysis/flame/shown-samples.ts";
import type { SourcePosition } from "../../../language-server/analysis/sources/source-profile.ts";
import { profileOfStacks } from "../drawn-profile.ts";
import { analysed } from "../costs/drawn-costs.ts";

const frame = fc.constantFrom("a@app.js:1", "a@app.js:2", "b@b.js:3", "b@b.js:4", "b@b.js", "c@lib!x.js:5", "read");
const stacks = fc.array(fc.array(frame, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 40 });

const nameOf = (cell: string | undefined): string => (cell ?? "").replace(/@.*/, "");

/** Where the clicked frame is in a stack; -1: not under the path. */
function clicked(cells: readonly string[], path: readonly string[], part: (typeof pathParts)[number]): number {
  const names = cells.map(nameOf);
  const matches = (from: number): boolean => from >= 0 && path.every((name, at) => names[from + at] === name);
  if (part === "whole") return matches(0) ? path.length - 1 : -1;
  if (part === "callees") {
    const first = names.indexOf(path[0]!);
    return first !== -1 && matches(first) ? first + path.length - 1 : -1;
  }
  const focus = names.indexOf(path.at(-1)!);
  const first = focus - path.length + 1;
  return focus !== -1 && matches(first) ? first : -1;
}

/** Ticks by `file:line`. */
function counts(places: readonly (string | undefined)[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const cell of places) {
    const place = /@(?:lib!)?([^:]+:\d+)$/.exec(cell ?? "")?.[1];
    if (place !== undefined) all.set(place, (all.get(place) ?? 0) + 1);
  }
  return all;
}

test("property: a frame's line and the own line that called it are those with the most samples under the path", () => {
  fc.assert(
    fc.property(stacks, fc.nat(), fc.nat(), fc.nat(), fc.constantFrom(...pathParts), (samples, which, from, length, part) => {
      const { profile } = analysed(profileOfStacks(samples));
      const drawn = profile.threads.map((thread) => {
        const shown = busySamples(thread, profile);
        return { thread, samples: shown, tree: functionTree(thread, shown) };
      });
      const cells = samples[which % samples.length]!;
      const start = part === "whole" ? 0 : from % cells.length;
      const path = cells.slice(start, start + 1 + (length % (cells.length - start))).map(nameOf);
      const isAt = (func: number, depth: number): boolean => profile.functions.name[func] === path[depth];
      const { hottest, caller } = frameLines(profile, drawn, { part, length: path.length, mergesRecursion: false, isAt });
      const ends = samples.map((each) => [each, clicked(each, path, part)] as const).filter(([, at]) => at !== -1);
      const isOwn = (cell: string): boolean => /@(?:app|b)\.js:\d/.test(cell);
      const expectMost = (found: SourcePosition | undefined, all: Map<string, number>): void => {
        const file = found && profile.sources[found.source]!.path.replace(/^.*\//, "");
        expect(found === undefined ? 0 : all.get(`${file}:${found.line}`)).toBe(Math.max(0, ...all.values()));
      };
      expectMost(hottest, counts(ends.map(([each, at]) => each[at])));
      expectMost(caller, counts(ends.map(([each, at]) => each.slice(0, at).findLast(isOwn))));
    }),
    { numRuns: 300 },
  );
});
