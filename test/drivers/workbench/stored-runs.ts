import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Run } from "../../../language-server/history/run.ts";
import type { WorkbenchServer } from "./workbench-server.ts";

/** The kept runs of an app in a server's windows, oldest first, as in `run.json`. */
export async function storedRuns(server: WorkbenchServer, appFolder: string): Promise<readonly Run[]> {
  const storage = path.join(server.userData, "User/workspaceStorage");
  const entries = await readdir(storage, { recursive: true, withFileTypes: true });
  const files = entries.filter(({ name }) => name === "run.json").map((entry) => path.join(entry.parentPath, entry.name));
  const runs = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, "utf8")) as Run));
  return runs.filter(({ app }) => app.cwd === appFolder).toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
}
