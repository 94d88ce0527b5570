import type { LoadReport } from "../../load/load.ts";

/** What a run says about itself without its samples; `run.json` has all of it. */
export interface RunFacts {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly app: { readonly cwd: string; readonly argv: readonly string[] };
  readonly end: "load-ended" | "cancelled" | "exited" | "stopped" | "crashed" | "time-cap" | "disconnected" | "recovered";
  readonly exitCode?: number | undefined;
  /** Whether it was recorded from the first line of an app that listened on no port, or a part that was asked for; older runs do not say. */
  readonly window?: "first-line" | "measured" | undefined;
  /** Of one from the first line, when the app first listened; it then went on until the user ended it. */
  readonly listenedAtMs?: number | undefined;
  /** A load was to follow, and never began. */
  readonly lacksLoad?: boolean | undefined;
  /** Where the error is that ended the app; `isLoading`: code could not be read or loaded. */
  readonly failure?: { readonly isLoading: boolean } | undefined;
  readonly load?: LoadReport | undefined;
  readonly test?: { readonly runner: string; readonly file: string; readonly name: string } | undefined;
  /** What ran is the start of the app, that often. */
  readonly startup?: { readonly starts: number } | undefined;
  readonly threads: readonly { readonly busyTicks: number }[];
  /** The user marked it as its app's baseline. */
  readonly baseline?: boolean | undefined;
}

/** Whether a run started before another. */
export function isEarlier(a: Pick<RunFacts, "startedAt" | "id">, b: Pick<RunFacts, "startedAt" | "id">): boolean {
  return a.startedAt < b.startedAt || (a.startedAt === b.startedAt && a.id < b.id);
}
