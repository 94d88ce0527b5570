import type { Line, Milliseconds, Share } from "../../analysis/units.ts";
import type { LongestWait } from "../../answers/waits/shown-waits.ts";

/** Times and counts are those of a request that waits there, if `perRequest`; else of the whole window of the waits pass. */
export interface JsonWait {
  readonly file: string;
  readonly line: Line;
  readonly perRequest: boolean;
  readonly times: number;
  readonly waitedMs: Milliseconds;
  readonly heldMs: Milliseconds;
  /** Of all waiting of own lines. */
  readonly share: Share;
  readonly heldBy: readonly {
    readonly file: string | null;
    readonly line: Line | null;
    readonly route: string | null;
    readonly ms: Milliseconds;
  }[];
}

/** `pathNow`: where a source is now. */
export function jsonWaits(waits: readonly LongestWait[], pathNow: (path: string) => string): readonly JsonWait[] {
  return waits.map(({ path, line, isPerRequest, times, waited, held, share, heldBy }) => ({
    file: pathNow(path),
    line,
    perRequest: isPerRequest,
    times,
    waitedMs: waited / 1000,
    heldMs: held / 1000,
    share,
    heldBy: heldBy.map((by) => ({
      file: by.path === undefined ? null : pathNow(by.path),
      line: by.path === undefined ? null : by.line,
      route: by.route ?? null,
      ms: by.us / 1000,
    })),
  }));
}
