import type { AskedPass, MarkedPass } from "../../analysis/passes/asked-passes.ts";
import { CountsRecorder } from "../counts/counts-recorder.ts";
import type { RecorderFactory } from "../recorder.ts";
import { AllocationsRecorder } from "./allocations/allocations-recorder.ts";

/** How passes are recorded that take no samples of time; others are recorded as their run was. */
export const passRecorders: Readonly<Record<Exclude<AskedPass, MarkedPass>, RecorderFactory>> & {
  readonly [Kind in MarkedPass]?: undefined;
} = {
  counts: () => Promise.resolve(new CountsRecorder()),
  allocations: AllocationsRecorder.create,
};
