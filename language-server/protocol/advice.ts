import { noParams, request } from "./message.ts";
import type { Location } from "./place.ts";

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
