import * as v from "valibot";
import { request, noParams } from "./message.ts";

/**
 * URIs of the shown run's own files whose text on disk is not the one that ran: what has been edited and saved since. Empty if no run is
 * shown, while it is still recorded, and for texts that the run did not keep.
 */
export const changedCode = request<readonly string[]>()("heatline/changedCode", noParams);

const params = v.object({
  /** Absolute path: where the app is started. */
  folder: v.string(),
  /** The program that is started, and its arguments. */
  words: v.array(v.string()),
  /** What the app's processes started with when it ran last: for programs that do not report it beforehand. */
  ran: v.array(v.string()),
});

export interface BuildStep {
  /** Absolute path. */
  readonly folder: string;
  readonly program: string;
  readonly args: readonly string[];
  /** What a script of package.json runs in turn, or "". */
  readonly script: string;
}

/** What would run is older than its source. */
export interface StaleBuildFacts {
  /** `dist/` */
  readonly output: string;
  /** `src/` */
  readonly source: string;
  /** Absolute paths. */
  readonly changed: readonly string[];
  /** What builds it; empty if that is not known. */
  readonly steps: readonly BuildStep[];
  /** The same in one line. */
  readonly command: string;
}

/** Null if what would run is up to date, or compiles by itself. */
export const staleBuild = request<StaleBuildFacts | null>()("heatline/staleBuild", params);
