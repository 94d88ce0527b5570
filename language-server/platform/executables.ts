import { access, constants, stat } from "node:fs/promises";
import path from "node:path";
import { currentPlatform, pathsOf } from "./current-platform.ts";
import { ifRefused } from "./refusals.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The name of the PATH variable: Windows writes it `Path`. */
export function pathVariable(env: Readonly<Record<string, unknown>>, platform: NodeJS.Platform = currentPlatform): string {
  return platform === "win32" ? (Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH") : "PATH";
}

/** The folders of PATH in order; duplicates and empty entries are kept. */
export function pathFolders(env: Environment, platform: NodeJS.Platform = currentPlatform): readonly string[] {
  const folders = (env[pathVariable(env, platform)] ?? "").split(pathsOf(platform).delimiter);
  // On Windows an entry may be quoted, with or without a semicolon in it.
  return platform === "win32" ? folders.map((folder) => folder.replace(/^"(.*)"$/, "$1")) : folders;
}

/** File names that a command name may stand for: Windows appends the extensions of PATHEXT, unless the name has one of them. */
export function executableNames(name: string, env: Environment, platform: NodeJS.Platform = currentPlatform): readonly string[] {
  if (platform !== "win32") return [name];
  const variable = Object.keys(env).find((key) => key.toUpperCase() === "PATHEXT");
  const endings = ((variable === undefined ? undefined : env[variable]) ?? ".COM;.EXE;.BAT;.CMD")
    .split(";")
    .filter((ending) => ending !== "");
  const hasEnding = endings.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase()));
  return hasEnding ? [name] : endings.map((ending) => name + ending.toLowerCase());
}

/** Like a shell: resolves a path against the app's folder, a bare name by the app's PATH and its node_modules/.bin. */
export async function findExecutable(
  name: string,
  cwd: string,
  env: Environment,
  platform: NodeJS.Platform = currentPlatform,
): Promise<string | undefined> {
  const isPath = name.includes("/") || name.includes(pathsOf(platform).sep);
  const folders = isPath ? [cwd] : [...pathFolders(env, platform), path.join(cwd, "node_modules", ".bin")];
  for (const folder of folders) {
    if (folder === "") continue;
    for (const each of executableNames(name, env, platform)) {
      const candidate = path.resolve(folder, each);
      if (await isExecutable(candidate)) return candidate;
    }
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  const found = await stat(file).catch(ifRefused);
  return found?.isFile() === true && (await access(file, constants.X_OK).then(() => true, ifRefused)) === true;
}
