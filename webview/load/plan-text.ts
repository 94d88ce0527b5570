import * as v from "valibot";
import { loadPlanSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";

/** Equal text for equal plans: sources order their keys differently. */
export function planText(plan: LoadPlan): string {
  return JSON.stringify(v.parse(loadPlanSchema, plan));
}
