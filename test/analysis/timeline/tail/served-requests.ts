import { noCpuSpans } from "../../../../language-server/analysis/timeline/no-cpu.ts";
import type { Outcome, RequestTable } from "../../../../language-server/analysis/timeline/tracks.ts";
import { outcomes } from "../../../../language-server/analysis/timeline/tracks.ts";
import { type TailInput } from "../../../../language-server/analysis/timeline/tail/tail.ts";
import { analysed } from "../../costs/drawn-costs.ts";
import { type Doing, timedStacks } from "../timed-stacks.ts";

/** Begins, was sent and ended at these milliseconds. */
export type DrawnRequest = readonly [due: number, sent: number, end: number, outcome?: Outcome, weight?: number];

export function requestTable(rows: readonly DrawnRequest[]): RequestTable {
  return {
    due: Float64Array.from(rows, ([due]) => due * 1000),
    sent: Float64Array.from(rows, ([, sent]) => sent * 1000),
    end: Float64Array.from(rows, ([, , end]) => end * 1000),
    status: Int32Array.from(rows, ([, , , outcome = "answer"]) => (outcome === "answer" ? 200 : 0)),
    outcome: Uint8Array.from(rows, ([, , , outcome = "answer"]) => outcomes.indexOf(outcome)),
    request: new Int32Array(rows.length),
    weight: Float64Array.from(rows, ([, , , , weight = 1]) => weight),
    labels: ["GET /"],
  };
}

/** What an event loop does for requests that come every `every` milliseconds, one after the other, and when each is answered. */
export function served(requests: readonly (readonly Doing[])[], every = 5): TailInput & { readonly requests: RequestTable } {
  const doings: Doing[] = [];
  let now = 0;
  const rows = requests.map((work, index): DrawnRequest => {
    const due = index * every;
    if (now < due) doings.push([due - now, "(idle)"]);
    doings.push(...work);
    now = Math.max(now, due) + work.reduce((sum, [milliseconds]) => sum + milliseconds, 0);
    return [due, due, now];
  });
  const { profile } = analysed(timedStacks(doings, { handle: 1, render: 8, match: 18, odd: 30 }));
  const [thread] = profile.threads;
  if (thread === undefined) throw new Error("no thread");
  return { requests: requestTable(rows), profile, noCpu: noCpuSpans(profile, thread), blocks: [], load: undefined, spans: null };
}
