import { offeredIfFound } from "../../language-server/analysis/load/load-tools.ts";
import type { LoadTool } from "../../language-server/analysis/load/load.ts";
import { findExecutable } from "../../language-server/platform/executables.ts";

/** Load tools in PATH or in the app's `node_modules/.bin`, in the order in which they are listed. */
export async function foundTools(folder: string, env: Readonly<Record<string, string | undefined>>): Promise<readonly LoadTool[]> {
  const files = await Promise.all(offeredIfFound.map(async (tool) => await findExecutable(tool, folder, env)));
  return offeredIfFound.filter((_tool, index) => files[index] !== undefined);
}
