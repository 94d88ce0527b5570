import { type Outcome, outcomes, type RequestTable, type Tracks } from "../../../language-server/analysis/timeline/tracks.ts";
import type { Drawing } from "./drawn-run.ts";

/** `handle` calls `match`, which backtracks for one request in a hundred, and `render`. */
const text = `const pattern = /^(a+)+$/;

function handle(name) {
  return match(name) ? render(name) : "";
}

function match(name) {
  return pattern.test(name);
}

function render(name) {
  return JSON.stringify({ name });
}
`;

const handle = "app.js handle@3:15 4:9";
const match = "app.js match@7:14 8:17";
const render = "app.js render@11:15 12:14";
const everyMs = 5;

type TailRun = Omit<Drawing, "scripts"> & { readonly scripts: Readonly<Record<string, string>>; readonly tracks: Tracks };

/**
 * A run of `app.js` under a load of a request every 5 ms, each of which waits for those before it: one in a hundred is answered after 22 ms and not
 * after 2; the first one fails.
 */
export function tailRun(requests: number): TailRun {
  return drawnTail(requests, 100, 20);
}

/** The same of 1,000 requests, only one of which backtracks: for 210 ms, which blocks the event loop; others wait for it. */
export function blockedRun(): TailRun {
  return drawnTail(1000, 1000, 210);
}

/** A run like `blockedRun` whose requests ended otherwise. */
export function endedRun(outcome: Outcome, status: number): TailRun {
  const { tracks, load, ...run } = blockedRun();
  const { requests } = tracks;
  if (requests === undefined) throw new Error("There are no requests.");
  const { length } = requests.due;
  const outcomeOf = outcomes.indexOf(outcome);
  const ended = { ...requests, outcome: new Uint8Array(length).fill(outcomeOf), status: new Int32Array(length).fill(status) };
  return { ...run, load: { ...load, latency: {} }, tracks: { ...tracks, requests: ended } };
}

function drawnTail(requests: number, slowEvery: number, slowMs: number): TailRun {
  const drawn: string[] = [];
  const late: [from: number, to: number][] = [];
  const [due, end]: [number[], number[]] = [[], []];
  let now = 0;
  for (let row = 0; row < requests; row++) {
    due.push(row * everyMs);
    if (now < row * everyMs) drawn.push(`${row * everyMs - now} | (idle)`);
    now = Math.max(now, row * everyMs) + 2;
    drawn.push(`1 | ${handle} > ${match}`);
    if (row % slowEvery === slowEvery / 2) {
      if (slowMs > 50) late.push([now - 2, now + slowMs]);
      drawn.push(`${slowMs} | ${handle} > ${match} > RegExp: ^(a+)+$`);
      now += slowMs;
    }
    drawn.push(`1 | ${handle} > ${render}`);
    end.push(now);
  }
  const micro = (times: readonly number[]): Float64Array => Float64Array.from(times, (time) => time * 1000);
  const turns = { from: micro(late.map(([from]) => from)), to: micro(late.map(([, to]) => to)) };
  const failed = outcomes.indexOf("error");
  const table: RequestTable = {
    due: micro(due),
    sent: micro(due),
    end: micro(end),
    status: Int32Array.from(due, (_, row) => (row === 0 ? 0 : 200)),
    outcome: Uint8Array.from(due, (_, row) => (row === 0 ? failed : 0)),
    request: Int32Array.from(due, (_, row) => row % 2),
    weight: new Float64Array(requests).fill(1),
    labels: ["GET /", "GET /names"],
  };
  return {
    scripts: { "app.js": text },
    threads: [drawn.join("\n")],
    load: { requests, requestsPerSecond: 1000 / everyMs, sent: { requests: "", setup: "", ratePerSecond: 0, pipelining: 1 } },
    tracks: {
      requests: table,
      loops: late.length === 0 ? [] : [{ thread: 0, late: turns, readings: [] }],
      load: { from: 0, to: requests * everyMs * 1000 },
    },
    run: { durationMs: now },
  };
}
