import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { UserError } from "../analysis/user-error.ts";
import { renameWhenFree } from "../platform/busy-files.ts";
import { refusedAs } from "./runs-folder.ts";
import { readRun, type RunDraft, setPasses, type StoredRun, writeRun } from "./run-store.ts";
import type { Run } from "./run.ts";
import type { PassKind } from "./schema/run-schema.ts";

const passesFolder = "passes";

/**
 * Writes a further measurement of a run's code into the run's folder; one of the same kind is replaced. Rejects with a UserError, and the run is
 * as before, if the folder is not a run or cannot be written to.
 */
export async function addPass(folder: string, kind: PassKind, draft: RunDraft): Promise<StoredRun> {
  const { passes = [] } = await readRun(folder);
  const name = `${passesFolder}/${kind}`;
  const [parent, target] = [path.join(folder, passesFolder), path.join(folder, name)];
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const written = await writeRun(parent, { ...draft, run: { ...draft.run, pass: kind } });
    await rm(target, { recursive: true, force: true });
    await renameWhenFree(written.folder, target);
    await setPasses(folder, [...passes.filter((pass) => pass.kind !== kind), { kind, folder: name }]);
    return { folder: target, run: written.run };
  } catch (error) {
    if (error instanceof UserError) throw error;
    return refusedAs("run.notWritten", { folder })(error);
  }
}

/** Of those that a run says it has, the one of that kind; undefined if there is none. Rejects with a UserError if it cannot be read. */
export async function readPass({ folder, run }: StoredRun, kind: PassKind): Promise<StoredRun | undefined> {
  const pass = run.passes?.find((each) => each.kind === kind);
  if (pass === undefined) return undefined;
  const where = path.join(folder, pass.folder);
  return { folder: where, run: await readRun(where) };
}

/** Whether it has a pass of that kind, or is one. */
export function hasPass({ pass, passes }: Pick<Run, "pass" | "passes">, wanted: PassKind): boolean {
  return pass === wanted || passes?.some(({ kind }) => kind === wanted) === true;
}

export function hasWaits(run: Pick<Run, "pass" | "passes">): boolean {
  return hasPass(run, "waits");
}

/** Whether it has a counts pass. */
export function hasCounts({ passes }: Pick<Run, "passes">): boolean {
  return passes?.some(({ kind }) => kind === "counts") === true;
}

/** The folder of the run that has this pass; undefined if it is none. */
export function passOwner({ folder, run }: { readonly folder: string; readonly run: Pick<Run, "pass"> }): string | undefined {
  const parent = path.dirname(folder);
  return run.pass !== undefined && path.basename(parent) === passesFolder ? path.dirname(parent) : undefined;
}
