import type { Milliseconds } from "../analysis/units.ts";
import { frameParams } from "./flame.ts";
import { noParams, type Request } from "./message.ts";
import type { Location } from "./place.ts";

/** Both runs as one tree of functions. Columns of equal length, callers before what they call; node 0 is the root of all. */
export interface FlameDifference {
  readonly frames: readonly { readonly name: string; readonly file?: string | undefined; readonly line?: number | undefined }[];
  /** Node, or -1 for the root. */
  readonly parent: readonly number[];
  /** Index into `frames`; -1 for the root. */
  readonly frame: readonly number[];
  /** Total milliseconds per unit: the width by the old run, and by the new one. */
  readonly base: readonly Milliseconds[];
  readonly next: readonly Milliseconds[];
  /** Change of the share of busy time, −1 to 1; what the red and blue show. */
  readonly delta: readonly number[];
  /** 1 where the difference is within what chance explains. */
  readonly noise: readonly number[];
}

/** The differential flame of the current comparison, at most 20,000 nodes; null when there is none. */
export const compareFlame: Request<typeof noParams, FlameDifference | null> = { method: "heatline/compareFlame", params: noParams };

/** Where a frame of that flame is in the code now; null where it is not there. */
export const locateCompareFrame: Request<typeof frameParams, Location | null> = {
  method: "heatline/locateCompareFrame",
  params: frameParams,
};
