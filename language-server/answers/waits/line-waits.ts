import type { Culprit } from "../../analysis/marks/culprits.ts";
import type { ExplainedThread } from "../../analysis/marks/explained-thread.ts";
import { lineSums, type LineSums } from "../../analysis/marks/line-waits.ts";
import type { WaitSite } from "../../analysis/marks/marks.ts";
import { madeOnce } from "../../analysis/collections.ts";
import type { Column, Line, Microseconds } from "../../analysis/units.ts";
import { explainedThreads, placesOf, type SitePlace, type WaitsPass } from "./waits-pass.ts";

/** Other work that held a line or a request up; `path` is undefined if no line of own code ran meanwhile, `route` if it was for no known one. */
export interface HeldBy {
  readonly path: string | undefined;
  readonly line: Line;
  readonly name: string;
  readonly route: string | undefined;
  readonly us: Microseconds;
  /** Whether no sample fell into that time, so that the line is only where the route's code usually is. */
  readonly isInferred: boolean;
}

/** A place of a line that waits. `times` and `rejected` are exact counts since the app began, also of waits that are too short to be timed alone. */
interface WaitedSite extends Pick<WaitSite, "text" | "kind" | "rejected"> {
  readonly column: Column;
  readonly times: number;
  /** What was awaited, most often first. */
  readonly awaited: readonly { readonly kind: string; readonly text: string; readonly times: number }[];
}

/** A line of own code that waits, in the whole window. Waits of under 50 µs are only in the counts of `sites`. */
export interface WaitedLine {
  readonly path: string;
  readonly line: Line;
  /** Parallel waits of a request count once. */
  readonly waitedUs: Microseconds;
  readonly heldUs: Microseconds;
  readonly times: number;
  /** Requests that waited here and are whole in the window, and the same of them alone; each per request is its part of these. */
  readonly inRequests: {
    readonly requests: number;
    readonly times: number;
    readonly waitedUs: Microseconds;
    readonly heldUs: Microseconds;
  };
  /** Whether most of its waits were for own code that waits itself: the same time is on the lines of that. */
  readonly isOuter: boolean;
  readonly sites: readonly WaitedSite[];
  /** Most time first. */
  readonly heldBy: readonly HeldBy[];
}

export interface LineWaits {
  /** That the app served in the window. */
  readonly requests: number;
  /** Of own code, the longest waits first. */
  readonly lines: readonly WaitedLine[];
}

const mostLines = 2000;
const [mostSites, mostAwaited, mostCulprits] = [20, 5, 5];

interface ThreadLine {
  readonly thread: ExplainedThread;
  readonly sums: LineSums | undefined;
  readonly sites: readonly number[];
  readonly awaited: readonly ReadonlyMap<number, number>[];
}

/** Of all threads. Lines without a wait that was timed alone are left out. */
export function lineWaits(pass: WaitsPass): LineWaits {
  const lines = new Map<string, { readonly place: SitePlace; readonly threads: ThreadLine[] }>();
  let requests = 0;
  for (const thread of explainedThreads(pass)) {
    requests += thread.marks.served.begin.length;
    const places = placesOf(pass, thread);
    const sitesOf = new Map<string, number[]>();
    places.forEach((place, site) => {
      if (place?.isOwn === true) madeOnce(sitesOf, `${place.line} ${place.path}`, (): number[] => []).push(site);
    });
    const keys = [...sitesOf.keys()];
    const numbers = new Map(keys.map((key, index) => [key, index]));
    const lineOf = Int32Array.from(places, (place) => (place === undefined ? -1 : (numbers.get(`${place.line} ${place.path}`) ?? -1)));
    const sums = lineSums(thread, lineOf);
    const awaited = awaitedTimes(thread);
    keys.forEach((key, index) => {
      const sites = sitesOf.get(key) as number[];
      const line = madeOnce(lines, key, () => ({ place: places[sites[0] as number] as SitePlace, threads: [] }));
      line.threads.push({ thread, sums: sums.get(index), sites, awaited });
    });
  }
  const found = [...lines.values()].map(({ place, threads }) => waitedLine(pass, place, threads)).filter(({ times }) => times > 0);
  const byTime = found.toSorted((one, other) => other.waitedUs + other.heldUs - one.waitedUs - one.heldUs);
  return { requests, lines: byTime.slice(0, mostLines) };
}

function waitedLine(pass: WaitsPass, { path, line }: SitePlace, threads: readonly ThreadLine[]): WaitedLine {
  const total = (value: (sums: LineSums) => number): number =>
    threads.reduce((sum, { sums }) => sum + (sums === undefined ? 0 : value(sums)), 0);
  const times = total((sums) => sums.times);
  return {
    path,
    line,
    times,
    waitedUs: total(({ waited }) => waited),
    heldUs: total(({ held }) => held),
    inRequests: {
      requests: total(({ inRequests }) => inRequests.requests),
      times: total(({ inRequests }) => inRequests.times),
      waitedUs: total(({ inRequests }) => inRequests.waited),
      heldUs: total(({ inRequests }) => inRequests.held),
    },
    isOuter: total(({ outer }) => outer) > times / 2,
    sites: threads.flatMap((each) => waitedSites(each)).slice(0, mostSites),
    heldBy: heldBy(
      pass,
      threads.flatMap(({ sums }) => sums?.culprits ?? []),
    ).slice(0, mostCulprits),
  };
}

function waitedSites({ thread: { marks }, sites, awaited }: ThreadLine): readonly WaitedSite[] {
  return sites.map((site) => {
    const { column, text, kind, count, rejected } = marks.waits.sites[site] as WaitSite;
    const times = [...(awaited[site] as ReadonlyMap<number, number>)].toSorted((one, other) => other[1] - one[1]);
    const named = times.slice(0, mostAwaited).flatMap(([what, often]) => {
      const found = marks.waits.awaited[what];
      return found === undefined ? [] : [{ kind: found.kind, text: found.text, times: often }];
    });
    return { column, text, kind, rejected, times: count, awaited: named };
  });
}

/** By site how often what was awaited there. */
function awaitedTimes({ marks: { waits } }: ExplainedThread): readonly ReadonlyMap<number, number>[] {
  const times = waits.sites.map(() => new Map<number, number>());
  for (let row = 0; row < waits.site.length; row++) {
    const what = waits.what[row] as number;
    if (what === -1) continue;
    const ofSite = times[waits.site[row] as number] as Map<number, number>;
    ofSite.set(what, (ofSite.get(what) ?? 0) + 1);
  }
  return times;
}

/** Of one route and line together; most time first. */
export function heldBy({ marks: { routes } }: Pick<WaitsPass, "marks">, culprits: readonly Culprit[]): readonly HeldBy[] {
  const found = new Map<string, HeldBy>();
  for (const { route, place, time, isUsual } of culprits) {
    const name = routes[route];
    const key = `${name} ${place?.line} ${place?.path}`;
    const before = found.get(key);
    const isInferred = isUsual && (before?.isInferred ?? true);
    const us = time + (before?.us ?? 0);
    found.set(key, { path: place?.path, line: place?.line ?? 0, name: place?.name ?? "", route: name, us, isInferred });
  }
  return [...found.values()].toSorted((one, other) => other.us - one.us);
}

/** Below these a culprit is noise; below this share of a route's work on a line, work there without a route is that route's. */
const [leastShare, leastUs, strayShare] = [0.01, 100, 0.1];

/** Of `held` in all, those worth naming. A little work of no known route is that of the route whose line it ran on. */
export function reportedCulprits(heldBy: readonly HeldBy[], held: Microseconds): readonly HeldBy[] {
  const routed = heldBy.filter(({ route }) => route !== undefined);
  const ownerOf = ({ route, path, line, us }: HeldBy): HeldBy | undefined =>
    route !== undefined || path === undefined
      ? undefined
      : routed.find((each) => each.path === path && each.line === line && us <= each.us * strayShare);
  const strays = heldBy.map((each) => ({ owner: ownerOf(each), us: each.us }));
  const withStrays = (culprit: HeldBy): HeldBy => {
    const more = strays.reduce((sum, { owner, us }) => sum + (owner === culprit ? us : 0), 0);
    return { ...culprit, us: culprit.us + more };
  };
  return heldBy
    .filter((_, index) => strays[index]?.owner === undefined)
    .map(withStrays)
    .filter(({ us }) => us >= Math.max(leastShare * held, leastUs))
    .toSorted((one, other) => other.us - one.us);
}
