import { mkdir, rename, stat } from "node:fs/promises";
import path from "node:path";
import { alone } from "../workbench/install-lock.mjs";

/** The folder that all tests of a run share. */
export function sharedFolder(): string {
  const shared = process.env["HEATLINE_SHARED"];
  if (shared === undefined) throw new Error("This project of Vitest has no folder that its tests share.");
  return shared;
}

/** A folder that is filled by the first test of a run that asks for it; no test may change it. `make` gets its path until it is complete. */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(sharedFolder(), name);
  const isMade = (): Promise<boolean> =>
    stat(folder).then(
      () => true,
      () => false,
    );
  if (await isMade()) return folder;
  await alone(
    `${folder}.lock`,
    () => undefined,
    async () => {
      if (await isMade()) return;
      await mkdir(`${folder}.partial`, { recursive: true });
      await make(`${folder}.partial`);
      await rename(`${folder}.partial`, folder);
    },
  );
  return folder;
}
