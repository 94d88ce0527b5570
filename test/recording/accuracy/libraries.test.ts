import { expect, test } from "vitest";
import { installPackages } from "../../workbench/installed-packages.mjs";
import { someOf } from "../../workbench/some-of.mjs";
import { ownNodeMajors } from "../../workbench/node-versions.mjs";
import { type CompiledFunction, libraries, measureLibrary } from "./library-profile.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";

// `--cpu-prof` also loses frames, so its shares are not exact; but it gives traps and accessors no time of the builtins that call them.
const leastSeen = 0.01;
/** What chance may add to a share in some 1,500 samples. */
const chance = 0.015;
const trapOrAccessor = /^(?:get|set|has|ownKeys|deleteProperty|defineProperty|getOwnPropertyDescriptor|arrayTraps\.<computed>)(?: |$)/;

function lost(functions: readonly CompiledFunction[]): readonly CompiledFunction[] {
  return functions.filter(({ place, exact, cpuProf }) => !place.startsWith("node:") && cpuProf[0] > leastSeen && exact === 0);
}

function inflated(functions: readonly CompiledFunction[]): readonly CompiledFunction[] {
  return functions.filter(({ name, exact, cpuProf }) => trapOrAccessor.test(name) && exact > 2 * cpuProf[1] + chance);
}

const isKept = (functions: readonly CompiledFunction[]): boolean => lost(functions).length === 0 && inflated(functions).length === 0;

test.each(
  ownNodeMajors.filter((major) => major >= 20).flatMap((major) => someOf(1, libraries).map((library) => [major, library] as const)),
)(
  "Node %i, %s: no function that --cpu-prof sees is lost, and traps and accessors have no time of what calls them",
  async (major, library) => {
    const modules = await installPackages("libraries");
    // Some functions have 3 to 5 samples of their own, so that chance leaves them none in one run of twenty.
    const functions = await undisturbed(() => measureLibrary(major, modules, library), isKept, 3);
    expect(functions.length).toBeGreaterThan(50);
    expect(lost(functions)).toEqual([]);
    expect(inflated(functions)).toEqual([]);
  },
);
