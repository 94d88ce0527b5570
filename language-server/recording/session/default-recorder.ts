import { UserError } from "../../analysis/user-error.ts";
import { runsAlreadyProblem } from "../ticks/tick-log-problems.ts";
import { ExactElseInspector } from "./exact-with-fallback.ts";
import { InspectorRecorder } from "../inspector/inspector-recorder.ts";
import type { Recorder, RecorderFactory } from "../recorder.ts";

/** V8's tick log where the app's Node can write one; else the inspector's profiler, and the reason in the note of its threads. */
export const exactElseInspector: RecorderFactory = async (launch) => {
  try {
    return await ExactElseInspector.create(launch);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return new InspectorRecorder(launch, error.coded);
  }
};

/** The inspector's profiler because somebody asked for it. */
export const inspectorOnly: RecorderFactory = (launch): Promise<Recorder> => Promise.resolve(new InspectorRecorder(launch));

/** For an app that runs already: V8 begins its tick log with the process or never. */
export const inspectorInsteadOfExact: RecorderFactory = (launch): Promise<Recorder> =>
  Promise.resolve(new InspectorRecorder(launch, runsAlreadyProblem().coded));
