import { inSteps } from "../budget.ts";
import { madeOnce } from "../collections.ts";
import { compiledFrom } from "../sources/source.ts";
import type { SourceProfile, SourceStackTable } from "../sources/source-profile.ts";
import { type Frame, hasNoCode, rootedRows } from "./frames.ts";
import type { GroupTable } from "./group-table.ts";
import type { Owners } from "./owners.ts";
import { callsTests, type GroupKind, isTestRunner } from "./tools.ts";

const testName = /(?:[.\-_](?:test|spec|cy|bench)|\/__tests__\/.*)\.[cm]?[jt]sx?$/;
const testCallback = /^(?:\w+\.)?(?:it|test|specify|bench)(?:\.\w+)*\(.*\) callback$/;
const hookCallback = /^(?:\w+\.)?(?:before|after)(?:Each|All)?\(.*\) callback$/;
const setupName = /(?:^|[/.\-_])(?:set-?up|globals?|polyfills?)(?=[/.\-_])/i;
/** Files of a runner's settings, which run before any test. */
const settings = /\/(?:\.mocharc|[^/]*\.config)\.[cm]?[jt]s$/;

/** Bits of what is above a row. */
const is = { called: 1, setUp: 2, loads: 4, evaluates: 8 } as const;

/**
 * Finds for each stack row the test file, setup file or imported module that its function runs for, or -1. What a test file imports is
 * apart from it: all that happens until that module has run belongs to the import.
 */
export function testEntries(
  { functions, sources }: SourceProfile,
  frames: readonly Frame[],
  known: GroupTable,
): (stacks: SourceStackTable, owners: Owners | undefined) => Int32Array {
  const runs = Uint8Array.from(frames, (frame) => (isTestRunner(frame) ? 1 : 0));
  const above = Uint8Array.from(
    frames,
    (frame) =>
      (callsTests(frame) ? is.called : 0) |
      (setsUp(frame) ? is.setUp : 0) |
      (loadsTests(frame) ? is.loads : 0) |
      (evaluates(frame) ? is.evaluates : 0),
  );
  if (above.every((bits) => bits === 0)) return ({ prefix }) => new Int32Array(prefix.length).fill(-1);
  // Others load packages for themselves in the thread of the tests.
  const importsFlat = frames.every((frame) => frame.package !== "jest-runtime" && frame.package !== "mocha");
  const files = sources.map(({ path }) => compiledFrom(path));
  const called = (pattern: RegExp): Set<string> => new Set(files.filter((file) => pattern.test(file)));
  const [testFiles, setupFiles] = [called(testName), called(setupName)];
  for (const { isOwn, path, func } of frames) {
    if (!isOwn) continue;
    const shown = functions.shownName(func);
    if (testCallback.test(shown)) testFiles.add(path);
    else if (hookCallback.test(shown)) setupFiles.add(path);
  }
  const sourcesOf = (some: ReadonlySet<string>): ReadonlySet<number> =>
    new Set(files.flatMap((file, source) => (some.has(file) ? [source] : [])));
  const [tests, setups] = [sourcesOf(testFiles), sourcesOf(setupFiles)];
  const entered = new Map<string, number>();
  const enter = (frame: Frame, kind: GroupKind): number =>
    madeOnce(entered, `${kind} ${frame.func}`, () => known.entry(known.names.entry(frame, { tool: "", family: "tests", kind })));
  const kindOf = (entry: number): GroupKind | undefined => known.groups[known.groupOf(entry)]?.kind;

  function moduleEntry(frame: Frame, before: number, bits: number): number {
    if (tests.has(frame.source)) return enter(frame, "test");
    if (before !== -1 && kindOf(before) !== "test") return before;
    if (settings.test(frame.path)) return before;
    // A runner loads packages for itself, too.
    if (!frame.isOwn && before === -1 && (bits & is.loads) === 0) return before;
    const isSetup = before === -1 && frame.isOwn && (setups.has(frame.source) || (bits & is.setUp) !== 0);
    return enter(frame, isSetup ? "setup" : "import");
  }

  function callEntry(frame: Frame, before: number): number {
    if (tests.has(frame.source)) return enter(frame, "test");
    return before === -1 && setups.has(frame.source) ? enter(frame, "setup") : before;
  }

  return (stacks, owners) => {
    const { prefix, func } = stacks;
    const entries = new Int32Array(prefix.length).fill(-1);
    if (!runsTests(func, frames, tests)) return entries;
    const bits = new Uint8Array(prefix.length);
    const rooted = rootedRows(stacks, frames);
    inSteps(prefix.length, (from, to) => {
      for (let row = from; row < to; row++) {
        const ran = func[row] as number;
        const frame = frames[ran] as Frame;
        const caller = prefix[row] as number;
        const before = caller === -1 ? -1 : (entries[caller] as number);
        const isRooted = rooted[row] === 1;
        const over = (caller === -1 ? 0 : (bits[caller] as number)) | (isRooted && importsFlat ? is.loads : 0);
        const noCode = hasNoCode(frame);
        const isRunner = runs[ran] === 1;
        bits[row] = (above[ran] as number) | (noCode || isRunner ? over : 0);
        let entry = before;
        if (!noCode && !isRunner) {
          const isModule = frame.isModule || ((over & is.evaluates) !== 0 && frame.name === "(anonymous)");
          if (isModule) entry = moduleEntry(frame, before, over);
          else if (frame.isOwn && ((over & is.called) !== 0 || (isRooted && tests.has(frame.source)))) entry = callEntry(frame, before);
          else if (isRooted && owners !== undefined) entry = owners.of(frame);
        }
        entries[row] = before !== -1 && known.groupOf(before) === known.groupOf(entry) ? before : entry;
      }
    });
    return entries;
  };
}

/** Whether a thread ran tests, and not only the runner's own work. */
function runsTests(func: Int32Array, frames: readonly Frame[], tests: ReadonlySet<number>): boolean {
  return func.some((ran) => tests.has(frames[ran]?.source ?? -1));
}

/** Code that loads what a user configured to run before the tests. */
function setsUp({ package: inside, name }: Frame): boolean {
  return inside === "jest-circus" || inside === "jest-runner" || (inside === "mocha" && /handleRequires/.test(name));
}

/** Code that loads test files, and from there what these import. */
function loadsTests({ package: inside, file }: Frame): boolean {
  return inside === "mocha" && /esm-utils/.test(file);
}

/** Code that calls the wrapper of a module, whose place in its source may be another than the source's start. */
function evaluates({ package: inside, name }: Frame): boolean {
  return (inside === "vitest" || inside === "vite" || inside === "vite-node") && /runInlinedModule|runModule/.test(name);
}
