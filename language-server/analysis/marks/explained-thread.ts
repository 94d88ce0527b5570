import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Spans } from "../timeline/spans.ts";
import type { BlockPlace } from "../timeline/strip.ts";
import { loopIdle } from "./loop-idle.ts";
import { loopPolls } from "./loop-polls.ts";
import type { ThreadMarks } from "./marks.ts";
import { outerWaits } from "./outer-waits.ts";
import { type LineTicks, RanLines } from "./ran-lines.ts";
import { RequestTurns, rowsByRequest } from "./request-turns.ts";
import { splitWaits, type SplitWaits } from "./split-waits.ts";
import { GcPauses } from "../timeline/gc-pauses.ts";
import { rowsOfKind } from "../timeline/no-cpu.ts";
import { columnsOf } from "../timeline/span-sets.ts";

const none: Spans = { from: new Float64Array(), to: new Float64Array() };

/** What a thread's marks and samples show together. */
export class ExplainedThread {
  readonly marks: ThreadMarks;
  readonly idle: Spans;
  readonly split: SplitWaits;
  /** By row of the waits 1 for those that wait for own code which waits itself. */
  readonly isOuter: Uint8Array;
  readonly turns: RequestTurns;
  readonly gc: Spans;
  readonly noCpu: Spans;
  /** Undefined without samples. */
  readonly lines: RanLines | undefined;
  readonly #waits: ReturnType<typeof rowsByRequest>;
  #ofRoutes: ReadonlyMap<number, readonly BlockPlace[]> | undefined;

  /** `noCpu`: when the thread waited for a processor. */
  constructor(marks: ThreadMarks, profile: SourceProfile, noCpu: Spans) {
    const index = profile.threads.findIndex(({ id }) => id === marks.thread);
    const thread: SourceThread | undefined = profile.threads[index];
    const hasSamples = thread !== undefined && thread.samples.time.length > 0;
    const requests = marks.served.begin.length;
    this.marks = marks;
    this.idle = loopIdle(marks, hasSamples ? seenIdle(profile, thread) : undefined);
    const polls = loopPolls(marks, this.idle);
    this.split = splitWaits(marks.waits, polls);
    this.turns = new RequestTurns(marks.turns, this.idle, requests);
    this.isOuter = outerWaits(marks.waits, polls, this.turns);
    this.gc = hasSamples ? seenGc(profile, thread) : none;
    this.noCpu = noCpu;
    this.lines = hasSamples ? new RanLines(profile, index) : undefined;
    this.#waits = rowsByRequest(marks.waits.request, requests);
  }

  /** Rows of the request's waits, in the order of their ends. */
  waitsOf(request: number): Uint32Array {
    const { firsts, rows } = this.#waits;
    return rows.subarray(firsts[request], firsts[request + 1]);
  }

  /** The route (index; -1: none) of a request; 0 is none. */
  routeOf(request: number): number {
    return request === 0 ? -1 : this.marks.served.route[request - 1];
  }

  /** Lines of own code that ran for a route in the whole window, hottest first: the likely ones where a piece of time has no tick. */
  usualLines(route: number): readonly BlockPlace[] {
    this.#ofRoutes ??= this.#linesByRoute();
    return this.#ofRoutes.get(route) ?? [];
  }

  #linesByRoute(): ReadonlyMap<number, readonly BlockPlace[]> {
    const { lines } = this;
    const byRoute = new Map<number, LineTicks>();
    if (lines === undefined) return new Map();
    const { at, request } = this.marks.turns;
    for (let turn = 0; turn < at.length; turn++) {
      const route = this.routeOf(request[turn]);
      const ticks = byRoute.get(route) ?? new Map();
      byRoute.set(route, ticks);
      lines.add({ from: at[turn], to: at[turn + 1] ?? Number.POSITIVE_INFINITY }, ticks);
    }
    return new Map([...byRoute].map(([route, ticks]) => [route, lines.places(ticks)]));
  }
}

/** When a thread was idle by its samples: V8 takes none meanwhile, and one when it is over. */
function seenIdle({ functions }: Pick<SourceProfile, "functions">, thread: SourceThread): Spans {
  const { stack, time } = thread.samples;
  const idle = rowsOfKind(functions.kind, thread, "idle");
  const [from, to]: [number[], number[]] = [[], []];
  for (let sample = 1; sample < time.length; sample++) {
    const row = stack[sample];
    if (row === -1 || idle[row] === 0) continue;
    const [before, at] = [time[sample - 1], time[sample]];
    if (before >= at) continue;
    if (to.at(-1) === before) to[to.length - 1] = at;
    else {
      from.push(before);
      to.push(at);
    }
  }
  return { from: Float64Array.from(from), to: Float64Array.from(to) };
}

/** When a thread did nothing but collect garbage, by its samples. */
function seenGc(profile: Pick<SourceProfile, "functions">, thread: SourceThread): Spans {
  const { time } = thread.samples;
  return columnsOf(new GcPauses(profile, thread).within({ start: 0, end: time.length, from: time[0] ?? 0, to: time.at(-1) ?? 0 }));
}
