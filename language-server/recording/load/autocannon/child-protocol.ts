import type { SeenResponse } from "../../../analysis/load/first-response.ts";
import type { LoadPlan, LoadProgress, LoadReport } from "../../../analysis/load/load.ts";
import type { SavedSession } from "../setup/setup-session.ts";
import type { CodedText } from "../../../texts/coded-text.ts";

export interface StartCommand {
  readonly kind: "start";
  readonly plan: LoadPlan;
  /** Report doubtful responses and wait for `proceed`. */
  readonly asks: boolean;
  /** Where to keep the measured part's requests. */
  readonly requestsFile: string;
  /** What set-up requests obtained before; undefined: send them. */
  readonly sessions?: readonly SavedSession[] | undefined;
  /** Tell at the end what they obtained. */
  readonly keepsSetup?: boolean;
}

/** Parent → autocannon-child, by IPC. */
export type ChildCommand = StartCommand | { readonly kind: "proceed" } | { readonly kind: "measure" } | { readonly kind: "cancel" };

/** autocannon-child → parent. */
export type ChildMessage =
  | { readonly kind: "progress"; readonly progress: LoadProgress; readonly soFar?: LoadReport | undefined }
  /** Waits for `proceed` or `cancel`. */
  | { readonly kind: "doubtful"; readonly responses: readonly SeenResponse[] }
  /** Set-up and warm-up are done; waits for `measure`. */
  | { readonly kind: "warm" }
  /** The end; without a report if cancelled before the measured part. */
  | { readonly kind: "done"; readonly report: LoadReport | undefined; readonly sessions?: readonly SavedSession[] }
  | { readonly kind: "failed"; readonly why: CodedText };
