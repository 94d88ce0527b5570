import type { LiveLoop } from "../../../analysis/timeline/live-loop.ts";
import type { LoopReading, LoopTrack } from "../../../analysis/timeline/tracks.ts";
import type { Microseconds } from "../../../analysis/units.ts";
import { inProcess } from "../../app/app-threads.ts";
import type { LoopReport } from "../../in-app/messages.ts";
import type { RecordedThread } from "../../recorder.ts";

/** Readings of a thread: an hour of them. Then each two become one. */
const mostReadings = 7200;
/** Late turns of a thread: those of hours in which every turn is late. Then the longer half is kept. */
const mostTurns = 400_000;
/** A thread that has said nothing for so long has ended, or its loop does not turn. */
const silentUs: Microseconds = 2_000_000;

type Thread = Pick<RecordedThread, "pid" | "name">;

interface Turn {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

interface Loop {
  readonly name: string;
  /** By the machine's monotonic clock, as everything here. */
  turns: Turn[];
  readings: LoopReading[];
}

/** What the event loops of an app's threads report in one window, in bounded memory. */
export class LoopTracks {
  readonly #loops = new Map<string, Loop>();

  add(thread: Thread, report: LoopReport): void {
    // Whoever can write to the app's reports can write such a one.
    if (!isPlausible(report)) return;
    const { atUs, late, busy, delayP99Ms, heapUsed } = report;
    const key = keyOf(thread);
    const loop = this.#loops.get(key) ?? { name: thread.name, turns: [], readings: [] };
    this.#loops.set(key, loop);
    for (let at = 0; at + 1 < late.length; at += 2) loop.turns.push({ from: late[at] ?? 0, to: late[at + 1] ?? 0 });
    loop.readings.push({ at: atUs, busy, delayP99Ms, heapUsed });
    if (loop.turns.length > mostTurns) loop.turns = longerHalf(loop.turns);
    if (loop.readings.length > mostReadings) loop.readings = halved(loop.readings);
  }

  /** At the end of the window a thread did not answer: if it has been silent, its loop has not turned since its last report. */
  addSilence(thread: Thread, atUs: Microseconds): void {
    const loop = this.#loops.get(keyOf(thread));
    const from = loop?.readings.at(-1)?.at;
    if (from !== undefined && atUs - from > silentUs) loop?.turns.push({ from, to: atUs });
  }

  /** Of a run's threads, since the zero of their samples' times. */
  of(threads: readonly RecordedThread[]): readonly LoopTrack[] {
    return threads.flatMap((thread, id): LoopTrack[] => {
      const loop = this.#loops.get(keyOf(thread));
      if (loop === undefined) return [];
      const since = thread.zeroUs;
      const turns = loop.turns.filter(({ to }) => to > since).toSorted((a, b) => a.to - b.to);
      const readings = loop.readings.filter(({ at }) => at > since).toSorted((a, b) => a.at - b.at);
      const late = {
        from: Float64Array.from(turns, ({ from }) => Math.max(0, from - since)),
        to: Float64Array.from(turns, ({ to }) => to - since),
      };
      return [{ thread: id, late, readings: readings.map((reading) => ({ ...reading, at: reading.at - since })) }];
    });
  }

  /** The busiest of those that still report; undefined if none does. */
  busiest(): LiveLoop | undefined {
    const last = [...this.#loops.values()].flatMap(({ name, readings }) => {
      const reading = readings.at(-1);
      return reading === undefined ? [] : [{ name, ...reading }];
    });
    const newest = last.reduce((latest, { at }) => Math.max(latest, at), 0);
    const reporting = last.filter(({ at }) => at > newest - silentUs);
    const [busiest] = reporting.toSorted((a, b) => b.busy - a.busy);
    if (busiest === undefined) return undefined;
    const { name: thread, busy, delayP99Ms, heapUsed } = busiest;
    return { thread, of: reporting.length, busy, delayP99Ms, heapUsed };
  }
}

/** A recorded thread may have another name than the one that reports: that of the app's first process is `main`. */
function keyOf(thread: Thread): string {
  return `${thread.pid} ${inProcess(thread)}`;
}

function isPlausible({ atUs, late, busy, delayP99Ms, heapUsed }: LoopReport): boolean {
  const isAmount = (value: unknown): boolean => Number.isFinite(value) && Number(value) >= 0;
  if (![atUs, busy, delayP99Ms, heapUsed].every(isAmount) || busy > 1 || !Array.isArray(late)) return false;
  return late.every((time, at) => isAmount(time) && (at % 2 === 0 || time >= (late[at - 1] ?? 0)));
}

function longerHalf(turns: readonly Turn[]): Turn[] {
  const lengths = Float64Array.from(turns, ({ from, to }) => to - from).toSorted();
  const middle = lengths[lengths.length >> 1] ?? 0;
  return turns.filter(({ from, to }) => to - from > middle);
}

/** The later of two stands for both: it says when they end. */
function halved(readings: readonly LoopReading[]): LoopReading[] {
  return readings.flatMap((reading, index) => {
    const before = index % 2 === 0 ? undefined : readings[index - 1];
    if (before === undefined) return index === readings.length - 1 ? [reading] : [];
    const [first, second] = [before.at - (readings[index - 2]?.at ?? before.at), reading.at - before.at];
    const busy = first + second > 0 ? (before.busy * first + reading.busy * second) / (first + second) : reading.busy;
    return [{ ...reading, busy: Math.min(1, busy), delayP99Ms: Math.max(before.delayP99Ms, reading.delayP99Ms) }];
  });
}
