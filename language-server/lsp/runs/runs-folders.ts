import path from "node:path";
import { checkOwnRunsFolder } from "../../history/runs-folder.ts";
import { type RunSurvey, type StoredRun, surveyRuns } from "../../history/run-store.ts";

/** In a project, as the command and agents of a terminal have it. */
const usualFolder = "heatline-runs";

/** The window's runs, and what agents measured into its folders. Nothing is read of a folder that is somebody else's. */
export async function surveyOfWindow(runsFolder: string, folders: readonly string[]): Promise<RunSurvey> {
  const own = await surveyRuns(runsFolder);
  const found = (await Promise.all(usualFolders(folders).map(runsIn))).flat();
  const known = new Set(own.runs.map(({ run }) => run.id));
  const byAgents = found.filter(({ run }) => run.agent !== undefined && !known.has(run.id));
  if (byAgents.length === 0) return own;
  return { ...own, runs: [...own.runs, ...byAgents].toSorted((a, b) => b.run.startedAt.localeCompare(a.run.startedAt)) };
}

/** Which folder of runs a run is in, if it is one of these; else the window's, which then refuses it. */
export function runsFolderOf(run: string, runsFolder: string, folders: readonly string[]): string {
  const around = path.dirname(path.resolve(run));
  return usualFolders(folders).find((folder) => folder === around) ?? runsFolder;
}

export function usualFolders(folders: readonly string[]): readonly string[] {
  return folders.map((folder) => path.join(folder, usualFolder));
}

async function runsIn(folder: string): Promise<readonly StoredRun[]> {
  const isOurs = await checkOwnRunsFolder(folder).then(
    () => true,
    () => false,
  );
  return isOurs ? (await surveyRuns(folder)).runs : [];
}
