import type { FirstResponse } from "../../analysis/load/first-response.ts";
import type { LoadPlan, LoadProgress, LoadReport } from "../../analysis/load/load.ts";
import type { LoadFailure } from "./load-failure.ts";

/** Us → autocannon-child, by IPC. */
export type ChildCommand =
  /** `asks`: doubtful responses are to be told, and `proceed` waited for. */
  | { readonly kind: "start"; readonly plan: LoadPlan; readonly asks: boolean }
  | { readonly kind: "proceed" }
  | { readonly kind: "measure" }
  | { readonly kind: "cancel" };

/** autocannon-child → us. */
export type ChildMessage =
  | { readonly kind: "progress"; readonly progress: LoadProgress }
  /** It waits for `proceed` or `cancel`. */
  | { readonly kind: "doubtful"; readonly responses: readonly FirstResponse[] }
  /** Set-up and warm-up are over; it waits for `measure`. */
  | { readonly kind: "warm" }
  /** The end; without a report when cancelled before the measured part. */
  | { readonly kind: "done"; readonly report: LoadReport | undefined }
  | { readonly kind: "failed"; readonly failure: LoadFailure };
