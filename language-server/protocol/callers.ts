import type { Share, Ticks } from "../analysis/units.ts";
import { request } from "./message.ts";
import { functionReference, type Location } from "./place.ts";

export interface LinkedPlace {
  readonly name: string;
  readonly detail: string;
  readonly share: Share;
  readonly ticks: Ticks;
  readonly inferred: boolean;
  /** Undefined for native code and sources without a file. */
  readonly location?: Location | undefined;
}

export interface CallersAndCallees {
  readonly name: string;
  readonly total: Share;
  readonly self: Share;
  readonly callers: readonly LinkedPlace[];
  readonly callees: readonly LinkedPlace[];
}

/** For lenses and the tree; null if the run has no such function. */
export const callersAndCallees = request<CallersAndCallees | null>()("heatline/callersAndCallees", functionReference);
