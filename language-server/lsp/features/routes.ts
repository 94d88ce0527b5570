import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileRoutes, type FileRoutes } from "../../analysis/routes/file-routes.ts";
import { nextRoutes } from "../../analysis/routes/next-routes.ts";
import { type SourceRoute, sourceRoutes } from "../../analysis/routes/source-routes.ts";
import { readText } from "../../history/regular-file.ts";
import { routes } from "../../protocol/run-details.ts";
import { respond } from "../respond.ts";
import type { Workspace } from "../workspace.ts";

const mostFolders = 2000;
const mostFiles = 2000;
const mostRoutes = 200;
const longestText = 500_000;

const code = /(?<!\.d)\.[cm]?[jt]sx?$/;
const tests = /\.(test|spec)\.|^test\.|^tests?$|^__/;
const notSource = new Set(["node_modules", "dist", "build", "out", "coverage", "public", "vendor"]);

/** Finds the routes in an app's source. */
export function routesFeature(workspace: Workspace): Disposable {
  return respond(workspace, routes, async ({ folder, program }, signal) => {
    const root = appFolder(folder, program);
    const files = new Map<string, FileRoutes>();
    const found: SourceRoute[] = [];
    for (const file of await sourceFiles(root)) {
      if (signal.aborted) break;
      const text = await readText(file, longestText).catch(() => "");
      if (text === undefined) continue;
      const relative = slashes(path.relative(root, file));
      found.push(...nextRoutes(relative, text));
      const parsed = fileRoutes(text, file);
      if (parsed !== undefined) files.set(relative, parsed);
    }
    return [...found, ...sourceRoutes(files, slashes(path.relative(root, program)))].slice(0, mostRoutes);
  });
}

/** The folder of the package that contains the program, if `folder` has several. A tool such as Next's runs the app that has installed it. */
function appFolder(folder: string, program: string): string {
  const [installedIn = "", ...inside] = program.split(/[\\/]node_modules[\\/]/);
  let at = program === "" ? folder : inside.length > 0 ? installedIn : path.dirname(program);
  while (at.startsWith(folder) && at !== folder) {
    if (existsSync(path.join(at, "package.json"))) return at;
    at = path.dirname(at);
  }
  return folder;
}

async function sourceFiles(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [root];
  for (let visited = 0; visited < Math.min(folders.length, mostFolders) && files.length < mostFiles; visited += 1) {
    const folder = folders[visited] ?? root;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.name.startsWith(".") || tests.test(entry.name)) continue;
      if (entry.isDirectory() && !notSource.has(entry.name)) folders.push(path.join(folder, entry.name));
      if (entry.isFile() && code.test(entry.name)) files.push(path.join(folder, entry.name));
    }
  }
  return files.slice(0, mostFiles);
}

function slashes(file: string): string {
  return file.replaceAll("\\", "/");
}
