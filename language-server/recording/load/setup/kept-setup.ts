import type { LoadPlan, LoadProgress } from "../../../analysis/load/load.ts";
import { openSessions } from "./setup-requests.ts";
import { type SavedSession, SetupSession } from "./setup-session.ts";

/** What the set-up requests obtained, for several loads of one plan: many, such as a registration, succeed only once. In memory alone. */
export class KeptSetup {
  /** Undefined until they were sent. */
  sessions: readonly SavedSession[] | undefined;
}

/** The sessions that were kept, else new ones, as `openSessions`, whose requests are then sent. */
export async function keptOrOpened(
  plan: LoadPlan,
  signal: AbortSignal,
  onProgress: (progress: LoadProgress) => void,
  kept: readonly SavedSession[] | undefined,
): Promise<readonly SetupSession[]> {
  if (kept === undefined) return openSessions(plan, signal, onProgress);
  return Promise.all(kept.map((saved) => SetupSession.restored(plan, saved)));
}
