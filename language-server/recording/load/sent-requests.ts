import { createHash } from "node:crypto";
import type { LoadPlan, LoadReport } from "../../analysis/load/load.ts";
import { requestTexts } from "../../analysis/load/same-requests.ts";

/** Enough to tell the loads of one app apart. */
const digestLength = 16;

/** What a run keeps of its load's plan, so that the same load is recognised. */
export function sentBy(plan: LoadPlan): NonNullable<LoadReport["sent"]> {
  const { requests, setup } = requestTexts(plan);
  return { requests: digest(requests), setup: digest(setup), ratePerSecond: plan.ratePerSecond, pipelining: plan.pipelining };
}

function digest(text: string): string {
  return text === "" ? "" : createHash("sha256").update(text).digest("hex").slice(0, digestLength);
}
