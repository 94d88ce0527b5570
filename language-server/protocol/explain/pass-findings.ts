import * as v from "valibot";
import { askedPasses, type AskedPass } from "../../analysis/passes/asked-passes.ts";
import { request } from "../message.ts";
import type { Location } from "../place.ts";

/** A further measurement of a run's code, which is beneath the run. */
export interface PassEntry {
  readonly kind: AskedPass;
  /** Absolute path; `openRun` takes it like that of a run. */
  readonly folder: string;
  readonly requestsPerSecond?: number | undefined;
  /** The requests per second of the run itself. */
  readonly inRun?: number | undefined;
}

/** What passes of the shown run found. */
export interface PassFindings {
  /** A sentence; "" if they found nothing. */
  readonly text: string;
  /** The line that waited longest; null if none is known, or it is in no file. */
  readonly location: Location | null;
}

/** The answer of these passes in a sentence: which line waited longest, and which route took most time. */
export const passFindings = request<PassFindings>()("heatline/passFindings", v.object({ passes: v.array(v.picklist(askedPasses)) }));
