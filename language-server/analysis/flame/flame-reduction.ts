import { type FlameCall, FlameCalls, splitCalls } from "./flame-calls.ts";
import { foldTree, functionTree, timelineRuns, type FunctionTree, type TimelineRuns } from "./flame-tree.ts";
import type { DrawnThread } from "./frame-lines.ts";
import { noiseTicks } from "../costs/sampling-error.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import { busySamples, type ShownSamples, stackedSamples } from "./shown-samples.ts";
import type { Column, Line, Share } from "../units.ts";
import { madeOnce } from "../collections.ts";
import { shortened } from "../shortened.ts";
import { shownText } from "../escaping/hidden-characters.ts";

/**
 * speedscope's file format, version 0.0.1, type `sampled`, reduced to what a panel can draw; index i of `shared.frames` is the frame's key
 * in messages.
 */
export interface FlameProfile {
  readonly $schema: "https://www.speedscope.app/file-format-schema.json";
  readonly name: string;
  readonly exporter: string;
  readonly activeProfileIndex: number;
  readonly shared: { readonly frames: readonly FlameFrame[] };
  readonly profiles: readonly FlameTimeline[];
}

/** Lines and columns are 1-based here, as speedscope shows them. */
export interface FlameFrame {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
}

/** One thread. Stacks have the root first; weights are microseconds in time order. */
export interface FlameTimeline {
  readonly type: "sampled";
  readonly name: string;
  readonly unit: "microseconds";
  readonly startValue: number;
  readonly endValue: number;
  readonly samples: readonly (readonly number[])[];
  readonly weights: readonly number[];
}

/** Where a frame of a flame graph comes from, by its index. */
interface FlamePlace {
  /** A function, or a call between the enclosing function and the called one. */
  readonly kind: "function" | "call";
  /** Index in SourceProfile.sources; -1 for native code and V8's pseudo functions. */
  readonly source: number;
  /** Start of the function, or place of the call: line 1-based (0 unknown), column 0-based (-1 unknown). */
  readonly line: Line;
  readonly column: Column;
  /** Index in SourceProfile.functions of the function, or of the called one. */
  readonly func: number;
  /** In the nodes of the drawn trees. */
  readonly nodeFunc: number;
}

export interface ReducedFlame {
  readonly flame: FlameProfile;
  /** Indexed like `flame.shared.frames`. */
  readonly frames: readonly FlamePlace[];
  /** For each timeline the tree that it was drawn from. */
  readonly threads: readonly DrawnThread[];
}

export interface FlameOptions {
  readonly name: string;
  /** `show`: as a frame `(idle)`. `omit`: left out, so that no time passes while the app waits. */
  readonly idle: "show" | "omit";
  /** Maximum number of runs of a timeline; further ones are merged with neighbours. */
  readonly mostRuns?: number;
  /** Stacks below this share of a thread's ticks are folded into their callers; by default only in a tree too large to draw at once. */
  readonly smallest?: Share;
  /** Samples with weights are not merged, so that their number is known; nothing is folded. */
  readonly everySample?: boolean;
  /**
   * If a line calls a function at several hot places, each gets a frame of its own under the caller's, named by its text. Without it, none
   * do.
   */
  readonly callText?: ((source: number, line: Line, column: Column) => string) | undefined;
}

/** Files name their exporter: whether each weight in them is one sample, or a multiple of the shortest. */
export const exporters = { counts: "Heatline", weights: "Heatline, weighted samples" } as const;

/** Calls with a smaller share of their thread get no frame of their own. */
const smallestCall: Share = 0.01;
/** Longer texts are cut, so that frame names stay readable. */
const longestCall = 40;

/**
 * A flame graph that a panel can draw at once. For each thread: the tree of functions, where nodes below `smallest` count as self time of
 * their caller (else every self and total is exact), and a timeline of at most `mostRuns` runs. If there are more, runs are sorted
 * within windows of equal length: order holds only between windows.
 */
export function reduceFlame(profile: SourceProfile, options: FlameOptions): ReducedFlame {
  const frames = new FlameFrames(profile, options);
  const { threads } = profile;
  const drawn = threads.map((thread): DrawnThread => {
    const samples = options.idle === "omit" ? busySamples(thread, profile) : stackedSamples(thread);
    return { thread, samples, tree: frames.treeOf(thread, samples) };
  });
  const profiles = drawn.map((each) => timelineOf(each, frames, options));
  return {
    flame: {
      $schema: "https://www.speedscope.app/file-format-schema.json",
      name: options.name,
      exporter:
        options.everySample === true && threads.some(({ samples }) => samples.weight !== undefined) ? exporters.weights : exporters.counts,
      activeProfileIndex: 0,
      shared: { frames: frames.frames },
      profiles,
    },
    frames: frames.places,
    threads: drawn,
  };
}

function timelineOf({ thread, samples, tree }: DrawnThread, frames: FlameFrames, options: FlameOptions): FlameTimeline {
  const mostRuns = Math.max(1, options.mostRuns ?? 20_000);
  const { weight } = samples;
  const runs =
    options.everySample === true && weight !== undefined
      ? { nodes: Array.from(samples.stack, (row) => tree.nodeOf[row]), ticks: [...weight] }
      : foldedRuns(tree, samples, (options.smallest ?? smallestOf(tree)) * samples.ticks, mostRuns);
  const weights = runs.ticks.map((ticks) => ticks * thread.interval);
  return {
    type: "sampled",
    name: thread.name,
    unit: "microseconds",
    startValue: 0,
    endValue: samples.ticks * thread.interval,
    samples: runs.nodes.map((node) => frames.stackOf(tree, node)),
    weights,
  };
}

/** Trees with more nodes are folded at this share, so that what is folded changes the self time of few functions. */
const mostNodes = 20_000;
const foldedShare: Share = 0.0001;

/** Of a tree that can be drawn as it is nothing is folded: its figures are those of lens, list and report. */
function smallestOf({ total }: FunctionTree): Share {
  let nodes = 0;
  for (const ticks of total) if (ticks > 0) nodes++;
  return nodes > mostNodes ? foldedShare : 0;
}

/** Folds more and more until the runs fit; roots are never folded, so with more roots than runs the result is longer. */
function foldedRuns(tree: FunctionTree, samples: ShownSamples, smallest: number, mostRuns: number): TimelineRuns {
  for (let least = smallest; ; least = Math.max(1, least * 2)) {
    const runs = timelineRuns(samples, foldTree(tree, least), mostRuns);
    if (runs.nodes.length <= mostRuns || least > samples.ticks) return runs;
  }
}

/** speedscope's frames, one for each function and each distinguished call. */
class FlameFrames {
  readonly frames: FlameFrame[] = [];
  readonly places: FlamePlace[] = [];
  readonly #profile: SourceProfile;
  readonly #callText: FlameOptions["callText"];
  readonly #calls = new FlameCalls();
  readonly #rows = new Map<number, number>();

  constructor(profile: SourceProfile, { callText }: FlameOptions) {
    this.#profile = profile;
    this.#callText = callText;
  }

  treeOf(thread: SourceThread, samples: ShownSamples): FunctionTree {
    const tree = functionTree(thread, samples);
    if (this.#callText === undefined) return tree;
    const least = Math.max(noiseTicks, smallestCall * samples.ticks);
    const callOf = splitCalls(thread, tree, samples, least, this.#calls);
    return functionTree(thread, samples, { callOf, first: this.#profile.functions.name.length });
  }

  /** Frames from the root to a node of the tree. */
  stackOf(tree: FunctionTree, node: number): number[] {
    const stack: number[] = [];
    for (let at = node; at !== -1; at = tree.parent[at]) stack.push(this.#frame(tree.func[at]));
    return stack.reverse();
  }

  /** `func` is that of a node of the tree. */
  #frame(func: number): number {
    return madeOnce(this.#rows, func, () => {
      const { functions } = this.#profile;
      const call = this.#calls.list[func - functions.name.length];
      if (call !== undefined) {
        const { callee, ...place } = call;
        return this.#add(this.#callName(call), { kind: "call", ...place, func: callee, nodeFunc: func });
      }
      const [source, line, column] = [functions.source[func], functions.line[func], functions.column[func]];
      return this.#add(functions.shownName(func), { kind: "function", source, line, column, func, nodeFunc: func });
    });
  }

  #add(name: string, place: FlamePlace): number {
    const { source, line, column } = place;
    const file = this.#profile.sources[source]?.path;
    this.frames.push({
      name,
      ...(file === undefined ? {} : { file }),
      ...(file === undefined || line === 0 ? {} : { line }),
      ...(file === undefined || line === 0 || column === -1 ? {} : { col: column + 1 }),
    });
    return this.places.push(place) - 1;
  }

  /** `area(small) 12:24`, or `area(…) 12:24` if the text was not kept. */
  #callName({ source, line, column, callee }: FlameCall): string {
    const shown = shortened(this.#callText?.(source, line, column) ?? "", longestCall);
    return `${shown === "" ? `${this.#profile.functions.shownName(callee)}(…)` : shown} ${line}:${column + 1}`;
  }
}

/** A flame graph to look at: hidden characters of its names are U+FFFD. What is exported for other tools keeps its names. */
export function shownFlame(flame: FlameProfile): FlameProfile {
  return {
    ...flame,
    name: shown(flame.name),
    shared: { frames: flame.shared.frames.map(shownFrame) },
    profiles: flame.profiles.map((profile) => ({ ...profile, name: shown(profile.name) })),
  };
}

function shownFrame(frame: FlameFrame): FlameFrame {
  return { ...frame, name: shown(frame.name), ...(frame.file === undefined ? {} : { file: shown(frame.file) }) };
}

function shown(text: string): string {
  return shownText(text, "\uFFFD");
}
