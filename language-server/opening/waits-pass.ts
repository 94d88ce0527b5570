import type { Marks } from "../analysis/marks/marks.ts";
import { UserError } from "../analysis/user-error.ts";
import { readPass } from "../history/run-passes.ts";
import { type OpenedRun, type OpeningOptions, openRunFolder } from "./opened-run.ts";

/** A run whose app marked what its lines and requests waited for. */
export interface OpenedWaits extends OpenedRun {
  readonly marks: Marks;
}

/** The waits pass of an opened run, or the run itself if it is one; undefined if it has none that can be read. */
export async function openWaitsPass(opened: OpenedRun, options: OpeningOptions): Promise<OpenedWaits | undefined> {
  try {
    const pass = opened.run.pass === "waits" ? undefined : await readPass(opened, "waits");
    if (opened.run.pass !== "waits" && pass === undefined) return undefined;
    const waits = pass === undefined ? opened : await openRunFolder(pass.folder, pass.run, options);
    return waits.marks && { ...waits, marks: waits.marks };
  } catch (error) {
    // Without it the run has the figures of before.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
