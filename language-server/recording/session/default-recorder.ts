import { UserError } from "../../analysis/user-error.ts";
import { runsAlreadyProblem } from "../ticks/tick-log-problems.ts";
import { ExactElseInspector } from "./exact-with-fallback.ts";
import { InspectorRecorder } from "../inspector/inspector-recorder.ts";
import type { Recorder, RecorderFactory } from "../recorder.ts";

/** V8's tick log if the app's Node can write one; else the inspector's profiler, with the reason in the note of its threads. */
export const exactElseInspector: RecorderFactory = async (launch) => {
  try {
    return await ExactElseInspector.create(launch);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return new InspectorRecorder(launch, error.coded);
  }
};

/** The inspector's profiler, because the user requested it. */
export const inspectorOnly: RecorderFactory = (launch): Promise<Recorder> => Promise.resolve(new InspectorRecorder(launch));

/** For a running app: V8 starts its tick log only with the process. */
export const inspectorInsteadOfExact: RecorderFactory = (launch): Promise<Recorder> =>
  Promise.resolve(new InspectorRecorder(launch, runsAlreadyProblem().coded));
