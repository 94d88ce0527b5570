import { NumberPairs } from "../profile/number-pairs.ts";
import { functionKinds, type Profile } from "../profile/profile.ts";
import type { Microseconds, Ticks } from "../units.ts";

/**
 * V8's own format, as returned by `Profiler.stop`; Chrome DevTools and VS Code open it. Lines and columns of call frames are 0-based, -1:
 * none.
 */
export interface Cpuprofile {
  readonly nodes: readonly CpuprofileNode[];
  readonly startTime: Microseconds;
  readonly endTime: Microseconds;
  /** Ids of nodes, in time order. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly Microseconds[];
}

interface CpuprofileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly scriptId: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly hitCount: Ticks;
  readonly children: readonly number[];
  readonly positionTicks?: readonly { readonly line: number; readonly ticks: Ticks }[];
}

const rootId = 1;
const firstId = 2;
const script = functionKinds.indexOf("script");
const scriptless: readonly number[] = (["gc", "program", "idle"] as const).map((kind) => functionKinds.indexOf(kind));

/**
 * One thread as a `.cpuprofile`. The format has lines for innermost frames only, so lines of callers are lost. For native code the line
 * that called it is kept, as V8 does. `startTime`: when the samples begin; they end when what they are worth is over.
 */
export function exportCpuprofile(profile: Profile, startTime: Microseconds = 0): Cpuprofile {
  const { scripts, functions, stacks, samples, interval } = profile;
  const nodes = new NumberPairs();
  const nodeOf = new Int32Array(stacks.prefix.length);
  for (let row = 0; row < nodeOf.length; row++) {
    const prefix = stacks.prefix[row] as number;
    nodeOf[row] = nodes.row(prefix === -1 ? -1 : (nodeOf[prefix] as number), stacks.func[row] as number);
  }
  const children: number[][] = nodes.first.map(() => []);
  const roots: number[] = [];
  nodes.first.forEach((parent, node) => (parent === -1 ? roots : children[parent])?.push(node + firstId));
  const hits = new Float64Array(nodes.length);
  const lines = nodes.first.map((): Map<number, Ticks> | undefined => undefined);
  for (const row of samples.stack) {
    if (row === -1) continue;
    const node = nodeOf[row] as number;
    hits[node] = (hits[node] as number) + 1;
    const line = lineOf(row, stacks, functions.kind);
    if (line > 0) {
      const known = (lines[node] ??= new Map<number, Ticks>());
      known.set(line, (known.get(line) ?? 0) + 1);
    }
  }
  const { ends, deltas } = worthInTime(samples, interval);
  return {
    nodes: [
      {
        id: rootId,
        callFrame: frame("(root)", "0", "", 0, -1),
        hitCount: samples.stack.filter((row) => row === -1).length,
        children: roots,
      },
      ...nodes.second.map((func, node): CpuprofileNode => {
        const at = functions.script[func] as number;
        const ticks = [...(lines[node] ?? [])].map(([line, count]) => ({ line, ticks: count }));
        return {
          id: node + firstId,
          callFrame: frame(
            functions.name[func] as string,
            String(at + 1),
            scripts.url[at] ?? "",
            functions.line[func] as number,
            functions.column[func] as number,
          ),
          hitCount: hits[node] as number,
          children: children[node] ?? [],
          ...(ticks.length === 0 ? {} : { positionTicks: ticks }),
        };
      }),
    ],
    startTime,
    endTime: startTime + (ends.at(-1) ?? 0),
    samples: Array.from(samples.stack, (row) => (row === -1 ? rootId : (nodeOf[row] as number) + firstId)),
    timeDeltas: deltas,
  };
}

/**
 * Readers treat the time to the next sample as a sample's duration, so that is what it is worth: the mean interval for counted samples,
 * whose gaps are random.
 */
function worthInTime({ stack, weight }: Profile["samples"], interval: Microseconds): Record<"ends" | "deltas", readonly Microseconds[]> {
  let ticks = 0;
  const ends = Array.from(stack, (_, sample) => Math.round((ticks += weight?.[sample] ?? 1) * interval));
  return { ends, deltas: ends.map((_, sample) => (sample === 0 ? 0 : (ends[sample - 1] as number) - (ends[sample - 2] ?? 0))) };
}

function frame(functionName: string, scriptId: string, url: string, line: number, column: number): CpuprofileNode["callFrame"] {
  return { functionName, scriptId, url, lineNumber: line - 1, columnNumber: line === 0 ? -1 : column };
}

/** The line of the innermost JavaScript frame, if only native code is above it; 0 if unknown. */
function lineOf(row: number, { prefix, func, line }: Profile["stacks"], kinds: Uint8Array): number {
  for (let at = row; at !== -1; at = prefix[at] as number) {
    const kind = kinds[func[at] as number] as number;
    if (kind === script) return line[at] as number;
    if (scriptless.includes(kind)) return 0;
  }
  return 0;
}
