import type { Awaited, Marks, ThreadMarks, WaitSite } from "../../../analysis/marks/marks.ts";
import { type Problem, functionKinds, type Profile } from "../../../analysis/profile/profile.ts";
import type { Microseconds } from "../../../analysis/units.ts";
import { inProcess } from "../../app/app-threads.ts";
import type { MarkName } from "../../in-app/marks/mark-rows.ts";
import type { RecordedThread } from "../../recorder.ts";
import { type MarkFiles, readMarkFiles } from "./mark-files.ts";
import { threadRows, type ThreadRows } from "./thread-rows.ts";

type Thread = Pick<RecordedThread, "pid" | "name" | "zeroUs"> & Partial<Pick<RecordedThread, "recorder" | "profile">>;

/** A name that two threads share, by its index in the run. */
class Routes {
  readonly names: string[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(name: string | undefined): number {
    if (name === undefined) return -1;
    const index = this.#indexes.get(name) ?? this.names.push(name) - 1;
    this.#indexes.set(name, index);
    return index;
  }
}

/** What the threads of an app have marked in one window, of a session that records a pass. */
export class WindowMarks {
  readonly #files: readonly MarkFiles[];
  readonly #from: Microseconds;
  readonly #to: Microseconds;

  private constructor(files: readonly MarkFiles[], from: Microseconds, to: Microseconds) {
    this.#files = files;
    this.#from = from;
    this.#to = to;
  }

  /** Call when the threads have written their marks. Times are by the machine's monotonic clock. */
  static async read(reports: string, from: Microseconds, to: Microseconds): Promise<WindowMarks> {
    return new WindowMarks(await readMarkFiles(reports), from, to);
  }

  /** Of a run's threads, since the zero of their samples' times. */
  of(threads: readonly Thread[]): Marks {
    const routes = new Routes();
    const marked = threads.flatMap((thread, id): ThreadMarks[] => {
      const files = this.#filesOf(thread);
      if (files === undefined) return [];
      const rows = threadRows(files.rows, { from: this.#from, to: this.#to, zero: thread.zeroUs });
      const names = files.names;
      const lost = Math.max(files.counts?.lost ?? 0, files.unrouted?.lost ?? 0);
      const turns = withSampledIdle(rows.turns, thread);
      return [{ thread: id, turns, served: withRoutes(rows.served, names, routes), waits: withSites(rows.waits, files), lost }];
    });
    return { routes: routes.names, threads: marked };
  }

  /** What those threads served without a route, and what was not kept. */
  problems(threads: readonly Thread[]): readonly Problem[] {
    const files = threads.flatMap((thread) => this.#filesOf(thread) ?? []);
    const sum = (figure: (file: MarkFiles) => number): number => files.reduce((all, file) => all + figure(file), 0);
    const inWorkers = this.of(threads.filter((thread) => threadIdOf(thread) > 0)).threads.reduce(
      (all, { served }) => all + served.begin.length,
      0,
    );
    const counts = [
      ["marks.http2", sum(({ unrouted }) => unrouted?.streams ?? 0)],
      ["marks.upgraded", sum(({ unrouted }) => unrouted?.upgraded ?? 0)],
      ["marks.inWorkers", inWorkers],
      ["marks.unread", sum(({ counts: kept }) => kept?.unread ?? 0)],
      ["marks.left", sum(({ counts: kept }) => kept?.left ?? 0)],
      ["marks.onlyCommonJs", sum(({ counts: kept }) => Number(kept?.reach === "commonjs"))],
      ["marks.noWaits", sum(({ counts: kept }) => Number(kept?.reach === "none"))],
      ["marks.lost", sum(({ counts: kept, unrouted }) => Math.max(kept?.lost ?? 0, unrouted?.lost ?? 0))],
    ] as const;
    return counts.flatMap(([code, number]) => (number === 0 ? [] : [{ code, values: { number }, count: 1 }]));
  }

  #filesOf(thread: Thread): MarkFiles | undefined {
    const threadId = threadIdOf(thread);
    return this.#files.find((files) => files.pid === thread.pid && files.threadId === threadId);
  }
}

/** The signals of the inspector's samples interrupt the waits of a loop, which then loses the time that it has counted. */
function withSampledIdle(turns: ThreadRows["turns"], { recorder, profile }: Thread): ThreadRows["turns"] {
  return recorder === "inspector" && profile !== undefined ? { ...turns, idle: sampledIdle(profile, turns.at) } : turns;
}

/** 3 of `child 4711 worker 3`; 0 of a main thread. */
function threadIdOf(thread: Thread): number {
  return Number(/\d+$/.exec(inProcess(thread))?.[0] ?? 0);
}

function withRoutes(served: ThreadRows["served"], names: readonly MarkName[], routes: Routes): ThreadMarks["served"] {
  const byId = new Map(names.flatMap((name) => (name.table === "route" ? [[name.id, name.name] as const] : [])));
  return { ...served, route: served.route.map((id) => routes.indexOf(byId.get(id))) };
}

/** Waits of sites that are not known are left out. */
function withSites(waits: ThreadRows["waits"], { names, counts }: MarkFiles): ThreadMarks["waits"] {
  const urls = new Map(names.flatMap((name) => (name.table === "script" ? [[name.id, name.url] as const] : [])));
  const counted = new Map(counts?.sites.map(([site, count, rejected, us]) => [site, { count, rejected, us }]));
  const [siteIndexes, sites] = [new Map<number, number>(), [] as WaitSite[]];
  const [whatIndexes, awaited] = [new Map<number, number>(), [] as Awaited[]];
  for (const name of names) {
    if (name.table === "site") {
      const { id, script, line, column, text, kind } = name;
      const url = urls.get(script);
      if (url === undefined || siteIndexes.has(id)) continue;
      siteIndexes.set(id, sites.length);
      sites.push({ url, line, column, text, kind, ...(counted.get(id) ?? { count: 0, rejected: 0, us: 0 }) });
    } else if (name.table === "what" && !whatIndexes.has(name.id)) {
      whatIndexes.set(name.id, awaited.length);
      awaited.push({ kind: name.kind, text: name.text, delayMs: name.delayMs });
    }
  }
  const rows = [...waits.site.keys()].filter((row) => siteIndexes.has(waits.site[row] as number));
  const column = <Column extends Float64Array | Int32Array | Uint8Array>(from: Column, into: Column): Column => {
    rows.forEach((row, at) => (into[at] = from[row] as number));
    return into;
  };
  const size = rows.length;
  return {
    start: column(waits.start, new Float64Array(size)),
    end: column(waits.end, new Float64Array(size)),
    request: column(waits.request, new Int32Array(size)),
    site: column(waits.site, new Int32Array(size)).map((id) => siteIndexes.get(id) as number),
    what: column(waits.what, new Int32Array(size)).map((id) => whatIndexes.get(id) ?? -1),
    rejected: column(waits.rejected, new Uint8Array(size)),
    due: column(waits.due, new Float64Array(size)),
    sites,
    awaited,
  };
}

/**
 * How long a thread had been idle by each of these times, by its samples: each stands for the time since the one before. Both ascend, in
 * microseconds since the start of the window. For threads whose own count of that is wrong, as the signals of the samples interrupt its waits.
 */
function sampledIdle({ samples, stacks, functions }: Profile, times: Float64Array): Float64Array {
  const idleKind = functionKinds.indexOf("idle");
  const { stack, time } = samples;
  let [row, idle, before] = [0, 0, 0];
  const isIdleAt = (sample: number): boolean => {
    const leaf = stack[sample] ?? -1;
    return leaf >= 0 && functions.kind[stacks.func[leaf] as number] === idleKind;
  };
  return times.map((at) => {
    for (; row < time.length && (time[row] as number) <= at; row++) {
      if (isIdleAt(row)) idle += (time[row] as number) - before;
      before = time[row] as number;
    }
    return idle + (isIdleAt(row) ? Math.max(0, at - before) : 0);
  });
}
