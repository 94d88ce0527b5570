import type { LoadPlan, LoadProgress, LoadReport } from "../../../analysis/load/load.ts";
import type { SavedSession } from "../setup/setup-session.ts";
import type { CodedText } from "../../../texts/coded-text.ts";

/** Parent → autocannon-child, by IPC. Each is answered once, with `done` or `failed`; but for `cancel`, which ends what is being sent. */
export type ChildCommand =
  /** Checks that it can open the plan's connections. */
  | { readonly kind: "start"; readonly plan: LoadPlan; /** For the measured part's requests. */ readonly requestsFile: string }
  /** Builds the requests of all connections with what the set-up requests obtained. */
  | { readonly kind: "open"; readonly sessions: readonly SavedSession[] }
  | { readonly kind: "send"; readonly phase: "warmup" | "measuring" }
  | { readonly kind: "cancel" };

/** The report of what was sent, undefined if it was cancelled before; and the sessions as answers to the load have left them. */
export interface Done {
  readonly kind: "done";
  readonly report?: LoadReport | undefined;
  readonly sessions?: readonly SavedSession[];
}

/** autocannon-child → parent. */
export type ChildMessage =
  | { readonly kind: "progress"; readonly progress: LoadProgress; readonly soFar?: LoadReport | undefined }
  | Done
  | { readonly kind: "failed"; readonly why: CodedText };
