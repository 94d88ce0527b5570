import * as v from "valibot";
import { firstResponseSchema } from "../../language-server/analysis/load/first-response.ts";
import { loadPlanSchema, loadProgressSchema, loadReportSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { LoadFormState, ToLoadForm } from "../messages.ts";

const state: v.GenericSchema<unknown, LoadFormState> = v.object({
  phase: v.picklist(["idle", "starting", "ready", "asking", "loading", "recording", "saving", "done"]),
  appName: v.string(),
  appRunning: v.boolean(),
  origins: v.array(v.string()),
  plan: loadPlanSchema,
  proposals: v.array(
    v.object({
      method: v.string(),
      path: v.string(),
      from: v.string(),
      answers: v.optional(v.array(v.object({ status: v.number(), count: v.number(), isAtLeast: v.boolean() }))),
      isWhole: v.optional(v.boolean()),
    }),
  ),
  imported: v.optional(v.object({ summary: v.string(), leftOut: v.array(v.string()), asked: v.array(v.string()) })),
  firstResponses: v.optional(v.array(firstResponseSchema)),
  report: v.optional(loadReportSchema),
  heatAtEnd: v.optional(v.boolean()),
  hottest: v.optional(v.string()),
  alsoHot: v.optional(v.array(v.string())),
  error: v.optional(v.object({ message: v.string(), remedy: v.string() })),
  changedFile: v.optional(v.string()),
});

/** Schema of the messages that the load form accepts; messages.ts explains them. */
export const toLoadForm: v.GenericSchema<unknown, ToLoadForm> = v.variant("type", [
  v.object({ type: v.literal("state"), state }),
  v.object({ type: v.literal("progress"), progress: loadProgressSchema }),
  v.object({ type: v.literal("live"), hottest: v.string() }),
]);
