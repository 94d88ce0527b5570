import type { LogLine } from "./lines/log-line.ts";

/** A place where V8 deoptimised code, and why. */
export interface LoggedDeopt {
  readonly url: string;
  /** 1-based. */
  readonly line: number;
  /** 0-based. */
  readonly column: number;
  readonly reason: string;
  count: number;
}

/** V8's reason for moving from half to fully optimised code, which it logs like a deoptimisation. */
const stepUp = "prepare for on stack replacement (OSR)";

/** Deoptimisations that `--log-deopt` adds to a log, one row per place and reason. */
export class Deopts {
  readonly #rows = new Map<string, LoggedDeopt>();

  get list(): readonly LoggedDeopt[] {
    return [...this.#rows.values()];
  }

  /**
   * Parses the fields after `code-deopt` (`ProcessDeoptEvent`, v8/src/logging/log.cc): time, size, start, inlining, offset, kind, place,
   * reason. The place is `<url:line:column>`, followed by ` inlined at <…>` for each caller. False if they are invalid.
   */
  take(line: LogLine): boolean {
    for (let field = 0; field < 6; field++) line.skip();
    const [place, reason] = [line.string(), line.string()];
    if (reason === "" || place === "") return false;
    const [, url, row, column] = /^<(.+?):(\d{1,9}):(\d{1,9})>(?= inlined at |$)/.exec(place) ?? [];
    if (url === undefined || reason === stepUp) return true;
    const key = `${place.slice(0, place.indexOf(">"))} ${reason}`;
    const known = this.#rows.get(key);
    if (known === undefined) this.#rows.set(key, { url, line: Number(row), column: Math.max(0, Number(column) - 1), reason, count: 1 });
    else known.count += 1;
    return true;
  }
}
