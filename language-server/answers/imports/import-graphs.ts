import { UserError } from "../../analysis/user-error.ts";
import { readImports, type ThreadImports } from "../../history/imports/run-imports.ts";
import type { Run } from "../../history/run.ts";

/** Which module loaded which, as the run kept it; nothing for a profile, and where that is damaged: the stacks are worth their figures. */
export async function importGraphs({
  folder,
  run,
}: {
  readonly folder: string;
  readonly run: Pick<Run, "imports" | "threads">;
}): Promise<readonly ThreadImports[]> {
  try {
    return (await readImports(folder, run)) ?? [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [];
  }
}
