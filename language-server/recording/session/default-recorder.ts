import { UserError, caughtUserError } from "../../analysis/user-error.ts";
import type { LogTarget } from "../../platform/paths.ts";
import { ExactAtEnd } from "./exact-at-end.ts";
import { ExactWithFallback } from "./exact-with-fallback.ts";
import { InspectorRecorder } from "../inspector/inspector-recorder.ts";
import type { Recorder, RecorderFactory, RecorderLaunch } from "../recorder.ts";

/**
 * V8's tick log if the app's Node can write one, live or, if there is no pipe for it, read after the app's end; else the inspector's profiler, with
 * the reason in the note of its threads.
 */
export async function exactElseInspector(launch: RecorderLaunch, target?: LogTarget): Promise<Recorder> {
  try {
    return await ExactWithFallback.create(launch, target).catch((error: unknown) => {
      if (error instanceof UserError && error.coded.code === "exact.noPipe") return ExactAtEnd.create(launch, error.coded);
      throw error;
    });
  } catch (error) {
    return new InspectorRecorder(launch, caughtUserError(error).coded);
  }
}

/** The inspector's profiler, because the user requested it. */
export const inspectorOnly: RecorderFactory = (launch): Promise<Recorder> => Promise.resolve(new InspectorRecorder(launch));

/** For a running app: V8 starts its tick log only with the process. */
export const inspectorInsteadOfExact: RecorderFactory = (launch): Promise<Recorder> =>
  Promise.resolve(new InspectorRecorder(launch, { code: "exact.runsAlready" }));
