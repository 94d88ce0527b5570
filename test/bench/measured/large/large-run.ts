import { pathToFileURL } from "node:url";
import type { AnalysisInput } from "../../../../language-server/analysis/analyse.ts";
import { certainties, functionKinds, type Profile } from "../../../../language-server/analysis/profile/profile.ts";
import { StackInterner } from "../../../../language-server/analysis/profile/stack-interner.ts";
import { type LargeApp, randomNumbers } from "./large-app.ts";

const exact = certainties.indexOf("exact");
const deepest = 60;
const usualDepth = 15;
/** Functions without a source, after those of the app. */
const others = ["native", "gc", "program", "idle"] as const;

/** Threads of a recording with positions in all frames: samples in as many different stacks, each a few returns and calls from another. */
export function largeRun(app: LargeApp, threads: readonly { readonly samples: number; readonly stacks: number }[]): AnalysisInput {
  return {
    threads: threads.map((size, id) => ({ name: id === 0 ? "main" : `worker ${id}`, profile: largeThread(app, size, id) })),
    scripts: [],
    textOf: () => undefined,
    workspaceFolders: [app.folder],
    ownCode: [],
    nodeMajor: 26,
  };
}

function largeThread(app: LargeApp, size: { readonly samples: number; readonly stacks: number }, seed: number): Profile {
  const random = randomNumbers(seed);
  const rows = new StackInterner(size.stacks * 2);
  const ends = [...endsOf(app, rows, size.stacks, random)];
  // Neighbouring samples are in neighbouring stacks, as an app does one thing after another.
  let at = 0;
  const stack = Int32Array.from({ length: size.samples }, (_, sample) => {
    at =
      sample < ends.length ? sample : random() < 0.05 ? Math.floor(random() * ends.length) : (at + Math.floor(random() * 8)) % ends.length;
    return ends[at] as number;
  });
  const { functions, files } = app;
  const column = (value: (func: LargeApp["functions"][number]) => number, other: number): number[] => [
    ...functions.map(value),
    ...others.map(() => other),
  ];
  return {
    scripts: { url: files.map((file) => pathToFileURL(file).href), hash: files.map(() => "") },
    functions: {
      name: [...functions.map(({ name }) => name), "push", "(garbage collector)", "(program)", "(idle)"],
      script: Int32Array.from(column(({ file }) => file, -1)),
      line: Int32Array.from(column(({ lineNumber }) => lineNumber + 1, 0)),
      column: Int32Array.from(column(({ columnNumber }) => columnNumber, -1)),
      kind: Uint8Array.from([
        ...functions.map(() => functionKinds.indexOf("script")),
        ...others.map((kind) => functionKinds.indexOf(kind)),
      ]),
    },
    stacks: rows.stacks(),
    samples: { stack, time: Float64Array.from(stack, (_, sample) => sample * 1000) },
    interval: 1000,
  };
}

/** Different stacks that samples end in. */
function endsOf({ functions }: LargeApp, rows: StackInterner, count: number, random: () => number): ReadonlySet<number> {
  const ends = new Set(others.slice(1).map((_, index) => rows.row(-1, functions.length + 1 + index)));
  // Most calls are those that were made there before.
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() ** 5 * values.length)] as Value;
  const path: { readonly func: number; readonly below: number }[] = [{ func: 0, below: -1 }];
  while (ends.size < count) {
    path.length -= Math.min(path.length - 1, Math.floor(-Math.log(1 - random()) * 4));
    const calls = Math.floor(-Math.log(1 - random()) * 4 * Math.max(0, 2 - path.length / usualDepth));
    for (let call = 0; call < calls && path.length < deepest; call++) {
      const { func, below } = path.at(-1) as (typeof path)[number];
      const { callees, ownLines } = functions[func] as LargeApp["functions"][number];
      const callee = pick(callees);
      path.push({ func: callee, below: rows.row(below, func, (ownLines.at(-1) as number) + 2 + callees.indexOf(callee), 28, exact) });
    }
    const { func, below } = path.at(-1) as (typeof path)[number];
    const { ownLines } = functions[func] as LargeApp["functions"][number];
    const line = ownLines[Math.floor(random() * ownLines.length)] as number;
    const end = rows.row(below, func, line, 4 + Math.floor(random() * 3) * 9, exact);
    ends.add(random() < 0.1 ? rows.row(end, functions.length) : end);
  }
  return ends;
}
