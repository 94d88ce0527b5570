import type { Share, Ticks } from "../analysis/units.ts";
import { request, noParams } from "./message.ts";
import { functionReference, type Location } from "./place.ts";

export interface AdviceItem {
  /** Id of the rule. */
  readonly rule: string;
  /** A few words. */
  readonly hint: string;
  readonly explanation: string;
  readonly remedy: string;
  /** `passwords.js:9`; "" if it concerns the whole run. */
  readonly label: string;
  readonly location?: Location | undefined;
  /** URL of further reading. */
  readonly documentation: string;
}

/** What the advice rules found in the shown run, costliest first; leaves out code that was edited since. */
export const runAdvice = request<readonly AdviceItem[]>()("heatline/advice", noParams);

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
