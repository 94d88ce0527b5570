import * as v from "valibot";
import { loadPlanSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { FromLoadForm } from "../../webview/messages.ts";

/** The messages that the load form's page may send. */
export const fromLoadForm: v.GenericSchema<unknown, FromLoadForm> = v.variant("type", [
  v.object({ type: v.literal("planChanged"), plan: loadPlanSchema }),
  v.object({ type: v.literal("startLoad"), plan: loadPlanSchema }),
  v.object({ type: v.literal("saveLoad"), plan: loadPlanSchema }),
  v.object({ type: v.literal("goToHotLine"), line: v.string() }),
  ...(
    [
      "ready",
      "importRequests",
      "profileApp",
      "cancelLoad",
      "proceedLoad",
      "startRecording",
      "stopRecording",
      "stopApp",
      "restartApp",
      "goToHottest",
      "openFlame",
    ] as const
  ).map((type) => v.object({ type: v.literal(type) })),
]);
