import type { AskedPass } from "../../analysis/passes/asked-passes.ts";
import type { Share } from "../../analysis/units.ts";

/** A further measurement of a run's code, which is beneath the run. */
export interface PassEntry {
  readonly kind: AskedPass;
  /** Absolute path; `openRun` takes it like that of a run. */
  readonly folder: string;
  readonly requestsPerSecond?: number | undefined;
  /** Of the run's requests per second: -0.08 are 8 % less. Undefined without both figures. */
  readonly change?: Share | undefined;
}
