import { askedPasses } from "../../analysis/passes/asked-passes.ts";
import { UserError } from "../../analysis/user-error.ts";
import { readPass } from "../../history/run-passes.ts";
import type { StoredRun } from "../../history/run-store.ts";
import type { PassEntry } from "../../protocol/explain/pass-list.ts";

/** Without those that cannot be read: their run can. */
export async function passesOf(stored: StoredRun): Promise<readonly PassEntry[]> {
  if (stored.run.passes === undefined) return [];
  const passes = await Promise.all(askedPasses.map((kind) => passOf(stored, kind)));
  return passes.flatMap((pass) => pass ?? []);
}

async function passOf(stored: StoredRun, kind: PassEntry["kind"]): Promise<PassEntry | undefined> {
  const pass = await readPass(stored, kind).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
  if (pass === undefined) return undefined;
  const [inRun, requestsPerSecond] = [stored, pass].map(({ run }) => run.load?.requestsPerSecond);
  return { kind, folder: pass.folder, requestsPerSecond, inRun };
}
