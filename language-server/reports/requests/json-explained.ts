import type { RequestParts } from "../../analysis/marks/request-parts.ts";
import type { Line, Milliseconds } from "../../analysis/units.ts";
import type { Explained, ExplainedRequest, ExplainedSide, ExplainedSlowest, SlowRequests } from "../../answers/waits/explained-request.ts";

type JsonParts = { readonly [Kind in keyof RequestParts as `${Kind}Ms`]: Milliseconds };

interface JsonLine {
  readonly file: string;
  readonly line: Line;
  readonly ms: Milliseconds;
}

/** `partsMs` add up to `latencyMs`. `inferred`: no sample fell into that time; the line is where such code usually is. */
interface JsonSide {
  readonly latencyMs: Milliseconds;
  readonly parts: JsonParts;
  readonly cpu: readonly (JsonLine & { readonly inferred: boolean })[];
  readonly waiting: readonly (JsonLine & { readonly what: string; readonly times: number })[];
  readonly heldBy: readonly {
    readonly file: string | null;
    readonly line: Line | null;
    readonly route: string | null;
    readonly ms: Milliseconds;
    readonly inferred: boolean;
  }[];
}

interface JsonRequest extends JsonSide {
  readonly request: string;
  readonly route: string | null;
  readonly status: number;
  readonly aborted: boolean;
  readonly fromSeconds: number;
  readonly port: number;
  readonly ordinal: number;
  readonly pid: number | null;
  /** False: only the server's part of its time is known. */
  readonly matched: boolean;
}

/** What `heatline report --slowest --json` adds for a run that has a waits pass. `usual`: as many requests around the median. */
export interface JsonExplained {
  readonly requests: number;
  /** Of the load, which the app did not mark; served ones whose end was not seen. */
  readonly unmatched: number;
  readonly open: number;
  readonly slowest: JsonSide & { readonly requests: number };
  readonly usual: JsonSide;
  readonly explained: readonly { readonly one: JsonRequest; readonly usual: JsonRequest | null }[];
}

/** `pathNow`: where a source is now. */
export function jsonExplained(
  { requests, unmatched, open }: SlowRequests,
  slowest: ExplainedSlowest,
  explained: readonly Explained[],
  pathNow: (path: string) => string,
): JsonExplained {
  return {
    requests,
    unmatched,
    open,
    slowest: { requests: slowest.requests, ...jsonSide(slowest.one, pathNow) },
    usual: jsonSide(slowest.usual, pathNow),
    explained: explained.map(({ one, usual }) => ({
      one: jsonRequest(one, pathNow),
      usual: usual === null ? null : jsonRequest(usual, pathNow),
    })),
  };
}

function jsonRequest(request: ExplainedRequest, pathNow: (path: string) => string): JsonRequest {
  const { route, status, aborted, fromUs, port, ordinal, pid, isMatched } = request;
  return {
    request: request.request,
    route: route ?? null,
    status,
    aborted,
    fromSeconds: fromUs / 1e6,
    port,
    ordinal,
    pid: pid ?? null,
    matched: isMatched,
    ...jsonSide(request, pathNow),
  };
}

function jsonSide({ parts, us, cpu, waiting, held }: ExplainedSide, pathNow: (path: string) => string): JsonSide {
  return {
    latencyMs: us / 1000,
    parts: Object.fromEntries(Object.entries(parts).map(([kind, part]) => [`${kind}Ms`, part / 1000])) as JsonParts,
    cpu: cpu.map(({ path, line, us: part, isInferred }) => ({ file: pathNow(path), line, ms: part / 1000, inferred: isInferred })),
    waiting: waiting.map(({ path, line, us: part, text, times }) => ({ file: pathNow(path), line, ms: part / 1000, what: text, times })),
    heldBy: held.map(({ path, line, us: part, route, isInferred }) => ({
      file: path === undefined ? null : pathNow(path),
      line: path === undefined ? null : line,
      route: route ?? null,
      ms: part / 1000,
      inferred: isInferred,
    })),
  };
}
