import type { NaiveStack } from "./naive-stacks.ts";

interface RawNode {
  readonly id: number;
  readonly parent?: number;
  readonly children?: readonly number[];
  readonly callFrame: { readonly functionName: string };
}

interface RawProfile {
  readonly nodes: readonly RawNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  readonly startTime: number;
  readonly endTime?: number;
}

/** A sample is worth the time to the next one, the last one that to the end, or the mean. */
export function naiveCpuprofile({ nodes, samples, timeDeltas, startTime, endTime }: RawProfile): readonly NaiveStack[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(
    nodes.flatMap(({ id, parent, children = [] }) => [
      ...children.map((child) => [child, id] as const),
      ...(parent === undefined ? [] : [[id, parent] as const]),
    ]),
  );
  let now = startTime;
  const ordered = samples.map((node, index) => ({ node, time: (now += timeDeltas[index] ?? 0) })).sort((a, b) => a.time - b.time);
  const [first, last] = [ordered[0]?.time ?? 0, ordered.at(-1)?.time ?? 0];
  const end = endTime ?? last + (last - first) / Math.max(1, ordered.length - 1);
  return ordered.map(({ node, time }, index) => {
    const frames: string[] = [];
    for (let id: number | undefined = node; id !== undefined; id = parents.get(id))
      frames.unshift(byId.get(id)?.callFrame.functionName ?? "");
    return { frames: frames.filter((name) => name !== "(root)"), worth: Math.max(0, (ordered[index + 1]?.time ?? end) - time) };
  });
}

/** Gaps of more than six times the shortest of the four on either side are pauses, and the samples before them as long as those. */
export function naiveBun(profile: RawProfile): readonly NaiveStack[] {
  const stacks = naiveCpuprofile(profile);
  const gaps = stacks.slice(0, -1).map(({ worth }) => worth);
  return stacks.flatMap((stack, at) => {
    const sides = [gaps.slice(Math.max(0, at - 4), at), gaps.slice(at + 1, at + 5)].filter((side) => side.length > 0);
    const shortest = sides.map((side) => Math.min(...side));
    if (sides.length === 0 || stack.worth <= 6 * Math.max(...shortest)) return [stack];
    const worth = Math.min(...shortest);
    return [
      { ...stack, worth },
      { frames: ["(idle)"], worth: stack.worth - worth },
    ];
  });
}

interface OldNode {
  readonly id: number;
  readonly functionName: string;
  readonly children: readonly OldNode[];
}

/** V8's old form. */
export function naiveHead(file: {
  readonly head: OldNode;
  readonly samples: readonly number[];
  readonly timestamps: readonly number[];
}): readonly NaiveStack[] {
  const nodes: RawNode[] = [];
  const visit = ({ id, functionName, children }: OldNode): void => {
    nodes.push({ id, callFrame: { functionName }, children: children.map((child) => child.id) });
    children.forEach(visit);
  };
  visit(file.head);
  const timeDeltas = file.timestamps.map((time, index) => time - (file.timestamps[index - 1] ?? time));
  return naiveCpuprofile({ nodes, samples: file.samples, timeDeltas, startTime: 0 });
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly id?: string;
  readonly ts: number;
  readonly args: {
    readonly data?: {
      readonly startTime?: number;
      readonly endTime?: number;
      readonly timeDeltas?: readonly number[];
      readonly cpuProfile?: Partial<Pick<RawProfile, "nodes" | "samples">>;
    };
  };
}

/** All threads of a DevTools trace: chunks of a profile have its process and id. */
export function naiveTrace(file: { readonly traceEvents: readonly TraceEvent[] } | readonly TraceEvent[]): readonly NaiveStack[] {
  const events = ("traceEvents" in file ? file.traceEvents : file).toSorted((a, b) => a.ts - b.ts);
  const keys = new Set(events.filter(({ name }) => name === "ProfileChunk").map(({ pid, id }) => `${pid} ${id}`));
  return [...keys].flatMap((key) => {
    const own = events.filter(({ pid, id }) => `${pid} ${id}` === key);
    const chunks = own.filter(({ name }) => name === "ProfileChunk").map(({ args }) => args.data);
    return naiveCpuprofile({
      nodes: chunks.flatMap((chunk) => chunk?.cpuProfile?.nodes ?? []),
      samples: chunks.flatMap((chunk) => chunk?.cpuProfile?.samples ?? []),
      timeDeltas: chunks.flatMap((chunk) => chunk?.timeDeltas ?? []),
      startTime: own.find(({ name }) => name === "Profile")?.args.data?.startTime ?? 0,
      ...endOf(chunks.map((chunk) => chunk?.endTime)),
    });
  });
}

function endOf(times: readonly (number | undefined)[]): { readonly endTime?: number } {
  const endTime = times.findLast((time) => time !== undefined);
  return endTime === undefined ? {} : { endTime };
}
