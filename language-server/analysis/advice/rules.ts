import type { Advice, AdviceRule } from "./advice.ts";
import { eventLoopBlocked } from "./event-loop-blocked.ts";
import type { AdviceEvidence } from "./evidence.ts";
import { garbageCollection } from "./garbage-collection.ts";
import { hotRegularExpression } from "./hot-regular-expression.ts";
import { javascriptKernel } from "./javascript-kernel.ts";
import { jsonRepeated } from "./json-repeated.ts";
import { listenerGrowth } from "./listener-growth.ts";
import { listenerWarning } from "./listener-warning.ts";
import { polyfill } from "./polyfill.ts";
import { requireInFunction } from "./require-in-function.ts";
import { stackCapture } from "./stack-capture.ts";
import { synchronousCall } from "./synchronous-call.ts";
import { transpilerAtRunTime } from "./transpiler-at-run-time.ts";

/** To add a rule: a file here and a line in this list. */
export const adviceRules: readonly AdviceRule[] = [
  synchronousCall,
  listenerWarning,
  listenerGrowth,
  requireInFunction,
  stackCapture,
  jsonRepeated,
  hotRegularExpression,
  transpilerAtRunTime,
  polyfill,
  javascriptKernel,
  garbageCollection,
  eventLoopBlocked,
];

/** All findings of the rules in a run, costliest first. */
export function adviseOn(evidence: AdviceEvidence): readonly Advice[] {
  if (evidence.costs.busyTicks === 0) return [];
  return adviceRules
    .flatMap((rule) => rule.find(evidence).map((finding): Advice => ({ ...finding, rule: rule.id })))
    .sort((a, b) => b.ticks - a.ticks);
}
