import type { Microseconds } from "../../units.ts";
import type { Blocked } from "./blocked-time.ts";

/** Why the slow requests of a run were slow, as far as it is known: the most certain one that is found in many of them. */
export type TailCause =
  /** The first of `Tail.lines`, which statistics name. */
  | { readonly code: "line"; readonly requests: number }
  /** It blocked the loop for most of the time of so many slow requests, and of one for so long. */
  | { readonly code: "block"; readonly place: Omit<Blocked, "time" | "blocks">; readonly time: Microseconds; readonly requests: number }
  /** So many were slow only because they waited for a free connection, for a processor, a garbage collection, or something outside the app. */
  | { readonly code: "sentLate" | "noCpu" | "gc" | "idle"; readonly requests: number }
  | { readonly code: "unknown" };

/** A slow request that was sent. */
export interface Waited {
  readonly blocked: Blocked | undefined;
  readonly time: Microseconds;
  readonly noCpu: Microseconds;
  readonly gc: Microseconds;
  readonly isOnlyLate: boolean;
  readonly isIdle: boolean;
}

/** Of a request, and of the slow requests: what has more of one is its cause. */
const most = 0.5;

/** Collections are no rest. */
export function isIdle(waited: Waited): boolean {
  return waited.isIdle && !isCollected(waited);
}

/** `named`: slow requests in which the line that statistics name ran more than usual; `onlyNoCpu`: further ones that took as long, for want of a processor alone. */
export function knownCause(named: number, slow: readonly Waited[], onlyNoCpu: number): TailCause {
  const causes = [
    { code: "line", requests: named } as const,
    ...blockCause(slow),
    { code: "sentLate", requests: slow.filter(({ isOnlyLate }) => isOnlyLate).length } as const,
    { code: "noCpu", requests: slow.filter(({ noCpu, time }) => noCpu > most * time).length + Math.round(onlyNoCpu) } as const,
    { code: "gc", requests: slow.filter(isCollected).length } as const,
    { code: "idle", requests: slow.filter(isIdle).length } as const,
  ];
  const many = causes.find(({ code, requests }) => requests >= most * (slow.length + (code === "noCpu" ? onlyNoCpu : 0)) && requests > 0);
  const [largest] = causes.filter(({ requests }) => requests > 0).toSorted((one, other) => other.requests - one.requests);
  return many ?? largest ?? { code: "unknown" };
}

function isCollected({ gc, time, noCpu }: Waited): boolean {
  return gc > 0 && gc >= most * (time - noCpu);
}

/** The line that blocked most of them; none if it blocked none for long. */
function blockCause(slow: readonly Waited[]): readonly Extract<TailCause, { code: "block" }>[] {
  const found = new Map<string, Extract<TailCause, { code: "block" }>>();
  for (const { blocked, time, noCpu } of slow) {
    if (blocked === undefined || blocked.time < most * (time - noCpu)) continue;
    const { path, line, name } = blocked;
    const before = found.get(`${line} ${path}`) ?? { code: "block", place: { path, line, name }, time: 0, requests: 0 };
    found.set(`${line} ${path}`, { ...before, time: Math.max(before.time, blocked.time), requests: before.requests + 1 });
  }
  return [...found.values()].toSorted((one, other) => other.requests - one.requests).slice(0, 1);
}
