import * as v from "valibot";
import { loadPlanSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";

/** The same text for the same plan, wherever it came from: each source orders keys in its own way. */
export function planText(plan: LoadPlan): string {
  return JSON.stringify(v.parse(loadPlanSchema, plan));
}
