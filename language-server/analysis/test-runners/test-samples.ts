import { functionKinds, type FunctionTable, type Profile, type SampleTable } from "../profile/profile.ts";
import { pathOfUrl } from "../sources/ownership.ts";
import { packageOf } from "../sources/package-name.ts";
import { withoutUnused } from "../profile/used-rows.ts";
import type { Milliseconds, Ticks } from "../units.ts";

/** What a thread did for a test. */
export interface TestPart {
  /** From the first sample with own code on its stack to the last, without samples of loading and compiling modules. */
  readonly profile: Profile;
  /** Samples with own code on their stack. */
  readonly ownTicks: Ticks;
  /** From the first of them to the last. */
  readonly durationMs: Milliseconds;
}

/** Packages that load and compile modules for a test runner, or in place of one. */
const loaders =
  /^(@jest\/transform|babel-jest|ts-jest|jest-runtime|ts-node|tsx|@esbuild-kit\/.*|esbuild-register|@swc-node\/.*|@swc\/(register|jest)|@babel\/register|vite|vite-node)$/;
const nodeLoader = /^node:internal\/(modules\/|deps\/amaro\/|process\/(esm_loader|execution))/;
/** Files of the test runner's settings, which run before any test. */
const settings = /\/(\.mocharc|[^/]*\.config)\.[cm]?[jt]s$/;

/** What the innermost frames of a stack do. */
const runsOther = 0;
const runsModule = 1;
const runsFunction = 2;
const loads = 3;

/**
 * Cuts the start of the runner, and modules that are loaded or compiled, off the samples of a thread. Undefined for a thread that never ran
 * own code. `isOwn` is asked with paths that have forward slashes.
 */
export function testPart(profile: Profile, isOwn: (path: string) => boolean): TestPart | undefined {
  const doing = doingOf(profile, isOwn);
  const { samples } = profile;
  const at = (sample: number): number => doing[samples.stack[sample] ?? -1] ?? runsOther;
  const own = [...samples.stack.keys()].filter((sample) => at(sample) === runsModule || at(sample) === runsFunction);
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const kept = [...samples.stack.keys()].slice(first, last + 1).filter((sample) => at(sample) !== loads);
  return {
    profile: withoutUnused({ ...profile, samples: only(samples, kept) }),
    ownTicks: own.length,
    durationMs: ((samples.time[last] ?? 0) - (samples.time[first] ?? 0) + profile.interval) / 1000,
  };
}

/** For each stack row one of the constants above. */
function doingOf({ stacks, functions, scripts }: Profile, isOwn: (path: string) => boolean): Uint8Array {
  const paths = scripts.url.map(pathOfUrl);
  const isTest = paths.map((path) => isOwn(path) && !settings.test(path));
  const isLoader = paths.map((path) => loaders.test(packageOf(path) ?? ""));
  const isNodeLoader = paths.map((path) => nodeLoader.test(path));
  const doing = new Uint8Array(stacks.func.length);
  for (let row = 0; row < doing.length; row++) {
    const func = stacks.func[row] as number;
    const before = doing[stacks.prefix[row] as number] ?? runsOther;
    const script = functions.script[func] as number;
    if (isTest[script] === true) doing[row] = isModule(functions, func) ? runsModule : runsFunction;
    else if (isLoader[script] === true) doing[row] = loads;
    // A function that loads modules each time it runs is slow itself.
    else if (isNodeLoader[script] === true && before !== runsFunction) doing[row] = loads;
    else doing[row] = before;
  }
  return doing;
}

/** The code of a module outside its functions, possibly in a wrapper. */
function isModule({ name, line, kind }: FunctionTable, func: number): boolean {
  const called = name[func];
  return kind[func] === functionKinds.indexOf("script") && (called === "" || called === "Object.<anonymous>") && (line[func] ?? 0) <= 1;
}

function only(samples: SampleTable, kept: readonly number[]): SampleTable {
  const { stack, time, weight, tier, recorded } = samples;
  return {
    stack: Int32Array.from(kept, (sample) => stack[sample] as number),
    time: Float64Array.from(kept, (sample) => time[sample] as number),
    weight: weight && Float64Array.from(kept, (sample) => weight[sample] as number),
    tier: tier && Uint8Array.from(kept, (sample) => tier[sample] as number),
    recorded: recorded && Int32Array.from(kept, (sample) => recorded[sample] as number),
  };
}
