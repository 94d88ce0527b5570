import { existsSync } from "node:fs";
import { analyse, type Analysis } from "../../analysis/analyse.ts";
import { workspaceFoldersOf } from "../../history/run-threads.ts";
import type { OpenParams } from "./analysis-messages.ts";
import type { ReadRun } from "./read-run.ts";

/** Works out a run or a profile that was read. */
export async function analyseRead(
  { run, threads, textOf }: ReadRun,
  { ownCode, pathMappings }: Pick<OpenParams, "ownCode" | "pathMappings">,
): Promise<Analysis> {
  return analyse({
    threads,
    scripts: run.scripts,
    textOf,
    workspaceFolders: await workspaceFoldersOf(run),
    ownCode,
    pathMappings: [run.app.pathMappings ?? {}, pathMappings],
    exists: existsSync,
    nodeMajor: Number.parseInt(run.app.nodeVersion.replace(/^v/, ""), 10) || 0,
  });
}
