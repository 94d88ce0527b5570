import * as v from "valibot";
import { loadPlanSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { ReadOnly } from "../../language-server/analysis/collections.ts";

/** Load form → extension. */
export const fromLoadForm = v.variant("type", [
  /**
   * `planChanged`: the extension remembers the plan per app. `saveLoad`: into the app's launch configuration.
   */
  v.object({ type: v.picklist(["planChanged", "startLoad", "saveLoad"]), plan: loadPlanSchema }),
  /**
   * Ends what asks, and starts a load with what signs in first: set-up requests of the plan, or a name and a password, which the extension keeps in
   * memory alone and sends as Basic authorization.
   */
  v.object({
    type: v.literal("signIn"),
    plan: loadPlanSchema,
    login: v.exactOptional(v.object({ user: v.string(), password: v.string() })),
  }),
  /** To one of `hotLines`, as it is shown. */
  v.object({ type: v.literal("goToHotLine"), place: v.string(), share: v.string() }),
  v.object({
    /** `importRequests`: from a file; they replace the plan's. `proceedLoad`: in spite of doubtful first responses. `signOut`: forgets the name and the password. */
    type: v.picklist([
      "ready",
      "importRequests",
      "profileApp",
      "cancelLoad",
      "proceedLoad",
      "signOut",
      "startRecording",
      "stopRecording",
      "stopApp",
      "restartApp",
      "measureAgain",
      /** The shown run with the one before. */
      "compareWithPrevious",
      "buildApp",
      "goToHottest",
      "openFlame",
    ]),
  }),
]);

export type FromLoadForm = ReadOnly<v.InferOutput<typeof fromLoadForm>>;
