import * as v from "valibot";
import { loadPlanSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";

/** The same for the same plan, whichever door it came through: a door puts keys into its own order. */
export function planText(plan: LoadPlan): string {
  return JSON.stringify(v.parse(loadPlanSchema, plan));
}
