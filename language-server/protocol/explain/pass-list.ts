import type { AskedPass } from "../../analysis/passes/asked-passes.ts";

/** A further measurement of a run's code, which is beneath the run. */
export interface PassEntry {
  readonly kind: AskedPass;
  /** Absolute path; `openRun` takes it like that of a run. */
  readonly folder: string;
  readonly requestsPerSecond?: number | undefined;
  /** The requests per second of the run itself. */
  readonly inRun?: number | undefined;
}
