import type { TimeSpan } from "../selection/selection.ts";
import type { RequestTable } from "../timeline/tracks.ts";
import type { Microseconds } from "../units.ts";
import type { ThreadMarks } from "./marks.ts";

/** The load's requests as far as their client's port and their place on its connection are known. */
export type SentRequests = Pick<RequestTable, "due" | "sent" | "end" | "status" | "outcome" | "port" | "ordinal">;

/** Which request of the load a served one is. */
export interface MatchedRequests {
  /** By thread and its served requests (rows) the row of the load's request; -1: none. */
  readonly rows: readonly Int32Array[];
  readonly matched: number;
  /** Requests of the load that were answered, and are none that a thread marked. */
  readonly unmatched: number;
}

/** Both clocks are the machine's; what is written and what is read in it may differ a little. */
const tolerance: Microseconds = 2000;

/** By the client's port, the ordinal on that connection and, as ports are used again, by time. */
export function matchRequests(sent: SentRequests | undefined, threads: readonly Pick<ThreadMarks, "served">[]): MatchedRequests {
  const rows = threads.map(({ served }) => new Int32Array(served.begin.length).fill(-1));
  const { port, ordinal } = sent ?? {};
  if (sent === undefined) return { rows, matched: 0, unmatched: 0 };
  const answered = sent.status.reduce((count, status) => count + (status > 0 ? 1 : 0), 0);
  if (port === undefined || ordinal === undefined) return { rows, matched: 0, unmatched: answered };
  const known = new Map<string, number[]>();
  for (let row = 0; row < port.length; row++) {
    if (port[row] === 0 || ordinal[row] === 0) continue;
    const key = `${port[row]} ${ordinal[row]}`;
    const same = known.get(key);
    if (same === undefined) known.set(key, [row]);
    else same.push(row);
  }
  let matched = 0;
  let matchedAnswers = 0;
  threads.forEach(({ served }, thread) => {
    for (let request = 0; request < served.begin.length; request++) {
      if (served.port[request] === 0) continue;
      const begin = served.begin[request];
      const candidates = known.get(`${served.port[request]} ${served.ordinal[request]}`) ?? [];
      const row = candidates.find((each) => sent.sent[each] - tolerance <= begin && begin <= sent.end[each] + tolerance);
      if (row === undefined) continue;
      (rows[thread] as Int32Array)[request] = row;
      matched += 1;
      if (sent.status[row] > 0) matchedAnswers += 1;
    }
  });
  return { rows, matched, unmatched: answered - matchedAnswers };
}

/** When the client's request was due, and when it had its answer; undefined for one that is not the load's. */
export function clientTime(sent: SentRequests | undefined, row: number): TimeSpan | undefined {
  return sent === undefined || row === -1 ? undefined : { from: sent.due[row], to: sent.end[row] };
}
