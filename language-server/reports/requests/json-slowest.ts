import { figuresIn } from "../../analysis/figures.ts";
import type { TailCause } from "../../analysis/timeline/tail/known-cause.ts";
import type { TailVerdict } from "../../analysis/timeline/tail/tail.ts";
import type { Outcome } from "../../analysis/timeline/tracks.ts";
import type { Line, Milliseconds, Seconds, Share } from "../../analysis/units.ts";
import type { SlowestAnswer } from "../../answers/timeline/slowest-requests.ts";
import { inEnglish } from "../../texts/english.ts";
import type { NamePlace } from "./slowest-headline.ts";
import { slowestVerdict } from "./slowest-words.ts";

/** What `heatline report --slowest --json` adds. */
export interface JsonSlowest {
  readonly verdict: TailVerdict["code"];
  /** What it says to people, in English. */
  readonly message: string;
  /** Slow moments, and what the load would have to last for a verdict; null if it lasted long enough. */
  readonly episodes: number;
  readonly neededSeconds: Seconds | null;
  /** Slow requests, those of them in which the app was mostly idle, those that failed sooner, and those that took as long only because it had no CPU. */
  readonly slow: number;
  readonly idle: number;
  readonly failed: number;
  readonly onlyNoCpu: number;
  /** Due at a fixed rate while an earlier answer was late, and never sent: no rows. */
  readonly unsent: number;
  /** Of all requests that were answered; null without one. */
  readonly latency: Readonly<Record<"p50Ms" | "p99Ms" | "slowestMs", Milliseconds>> | null;
  /** The best known cause of p99; `place` of `line` and `block`, and how many slow requests it was found in. */
  readonly cause: { readonly code: TailCause["code"]; readonly place: JsonPlace | null; readonly requests: number | null };
  /** How requests failed, most frequent first; `status` is 0 without an answer. */
  readonly failures: SlowestAnswer["failures"];
  /** In requests per second, for a load that had none; null: none to propose. */
  readonly proposedRate: number | null;
  /** Shares of busy time in slow moments and at other times; `p` is corrected for the number of lines. */
  readonly lines: readonly {
    readonly file: string;
    readonly line: Line;
    readonly name: string;
    readonly named: boolean;
    readonly inside: Share;
    readonly outside: Share;
    readonly t: number;
    readonly p: number;
  }[];
  /** The slowest first: indices in `requests` of some, and how many were sent and not. `failed`: sooner than slow ones were answered. */
  readonly moments: readonly {
    readonly fromSeconds: Seconds;
    readonly toSeconds: Seconds;
    readonly count: number;
    readonly unsent: number;
    readonly failed: boolean;
    readonly requests: readonly number[];
  }[];
  /**
   * `line`: index in `lines` of what ran more than usual while it waited; null: none is named. `blocked`: what blocked the event loop meanwhile,
   * for how long, and how often: a fact, and no matter of chance.
   */
  readonly requests: readonly {
    readonly request: string;
    readonly fromSeconds: Seconds;
    readonly latencyMs: Milliseconds;
    readonly sentLateMs: Milliseconds;
    readonly noCpuMs: Milliseconds;
    readonly gcMs: Milliseconds;
    readonly idleMs: Milliseconds;
    readonly status: number;
    readonly outcome: Outcome;
    readonly onlyLate: boolean;
    readonly line: number | null;
    readonly blocked: (JsonPlace & { readonly ms: Milliseconds; readonly blocks: number }) | null;
  }[];
}

type JsonPlace = Readonly<{ file: string; line: Line; name: string }>;

const english = { ...figuresIn("en"), phrase: inEnglish };

/** `pathNow`: where a source is now. */
export function jsonSlowest(answer: SlowestAnswer, pathNow: (path: string) => string): JsonSlowest {
  const { verdict, slow, idle, failed, unsent, onlyNoCpu, rate, lines, rows, latencies, cause, failures, moments } = answer;
  const placed = ({ path, line, name }: Parameters<NamePlace>[0]): JsonPlace => ({ file: pathNow(path), line, name });
  const [first] = lines;
  const place = cause.code === "block" ? cause.place : cause.code === "line" ? first : undefined;
  const named = verdict.code === "named" ? verdict.count : 0;
  return {
    verdict: verdict.code,
    message: slowestVerdict(answer, english, ({ path, line, name }) => `${pathNow(path)}:${line} ${name}`).join("\n"),
    episodes: answer.episodes.length,
    neededSeconds: "seconds" in verdict ? verdict.seconds : null,
    slow,
    idle,
    failed,
    onlyNoCpu,
    unsent,
    latency:
      latencies === undefined ? null : { p50Ms: latencies.p50 / 1000, p99Ms: latencies.p99 / 1000, slowestMs: latencies.slowest / 1000 },
    cause: {
      code: cause.code,
      place: place === undefined ? null : placed(place),
      requests: cause.code === "unknown" ? null : cause.requests,
    },
    failures,
    proposedRate: rate ?? null,
    lines: lines.map(({ path, line, name, inside, outside, t, p }, index) => ({
      file: pathNow(path),
      line,
      name,
      named: index < named,
      inside,
      outside,
      t,
      p,
    })),
    moments: moments.map((moment) => ({
      fromSeconds: moment.from / 1e6,
      toSeconds: moment.to / 1e6,
      count: moment.requests,
      unsent: moment.unsent,
      failed: moment.isFailure,
      requests: moment.rows,
    })),
    requests: rows.map(({ request, from, to, sentLate, noCpu, gc, idle: idleTime, status, outcome, isOnlyLate, line, blocked }) => ({
      request,
      fromSeconds: from / 1e6,
      latencyMs: (to - from) / 1000,
      sentLateMs: sentLate / 1000,
      noCpuMs: noCpu / 1000,
      gcMs: gc / 1000,
      idleMs: idleTime / 1000,
      status,
      outcome,
      onlyLate: isOnlyLate,
      line: line ?? null,
      blocked: blocked === undefined ? null : { ...placed(blocked), ms: blocked.time / 1000, blocks: blocked.blocks },
    })),
  };
}
