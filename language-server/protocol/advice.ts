import { noParams, type Request } from "./message.ts";
import type { Location } from "./place.ts";

export interface AdviceItem {
  /** Id of the rule. */
  readonly rule: string;
  /** A few words. */
  readonly hint: string;
  readonly explanation: string;
  readonly remedy: string;
  /** `passwords.js:9`; "" where it concerns the run as a whole. */
  readonly label: string;
  readonly location?: Location | undefined;
  /** URL. */
  readonly documentation: string;
}

/** What the rules found in the shown run, the costliest first; what was edited since is left out. */
export const runAdvice: Request<typeof noParams, readonly AdviceItem[]> = { method: "heatline/advice", params: noParams };
