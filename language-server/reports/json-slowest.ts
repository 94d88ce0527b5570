import { figuresIn } from "../analysis/figures.ts";
import type { TailVerdict } from "../analysis/timeline/tail/tail.ts";
import type { Outcome } from "../analysis/timeline/tracks.ts";
import type { Line, Milliseconds, Seconds, Share } from "../analysis/units.ts";
import type { SlowestAnswer } from "../answers/timeline/slowest-requests.ts";
import { inEnglish } from "../texts/english.ts";
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
  /** `line`: index in `lines` of what ran more than usual while it waited; null: none is named. */
  readonly requests: readonly {
    readonly request: string;
    readonly fromSeconds: Seconds;
    readonly latencyMs: Milliseconds;
    readonly sentLateMs: Milliseconds;
    readonly noCpuMs: Milliseconds;
    readonly idleMs: Milliseconds;
    readonly status: number;
    readonly outcome: Outcome;
    readonly onlyLate: boolean;
    readonly line: number | null;
  }[];
}

const english = { ...figuresIn("en"), phrase: inEnglish };

/** `pathNow`: where a source is now. */
export function jsonSlowest(answer: SlowestAnswer, pathNow: (path: string) => string): JsonSlowest {
  const { verdict, slow, idle, failed, onlyNoCpu, rate, lines, rows } = answer;
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
    requests: rows.map(({ request, from, to, sentLate, noCpu, idle: idleTime, status, outcome, isOnlyLate, line }) => ({
      request,
      fromSeconds: from / 1e6,
      latencyMs: (to - from) / 1000,
      sentLateMs: sentLate / 1000,
      noCpuMs: noCpu / 1000,
      idleMs: idleTime / 1000,
      status,
      outcome,
      onlyLate: isOnlyLate,
      line: line ?? null,
    })),
  };
}
