import { existsSync, readFileSync, realpathSync } from "node:fs";
import type Module from "node:module";
import path from "node:path";

/** The content of `shim.json` beside the session's `node`. */
export interface ShimDescription {
  /** The real path of the Node it stands for. */
  readonly target: string;
  /** Arguments that it adds. */
  readonly nodeArgs: readonly string[];
  readonly platform: NodeJS.Platform;
}

/** The session's `node`, which is first in PATH. */
export interface NodeShim extends ShimDescription {
  readonly folder: string;
}

/** Undefined if the session has none. */
export function readShim(sessionFolder: string): NodeShim | undefined {
  const folder = path.join(sessionFolder, "bin");
  const description = path.join(folder, "shim.json");
  if (!existsSync(description)) return undefined;
  return { folder, ...(JSON.parse(readFileSync(description, "utf8")) as ShimDescription) };
}

/**
 * Tools that start the app by `process.execPath` (tsx, ts-node) get the session's `node`, which adds the recorder's arguments. They do not
 * see these arguments themselves: Node would refuse them if a tool passed its own on by NODE_OPTIONS (next dev).
 */
export function startThroughShim(shim: NodeShim): void {
  // On Windows a script cannot replace a program: there, processes started by the real path get the arguments when they are spawned.
  if (shim.platform !== "win32") process.execPath = path.join(shim.folder, "node");
  process.execArgv = process.execArgv.filter((arg) => !shim.nodeArgs.includes(arg));
}

interface SpawnOptions {
  readonly file?: unknown;
  readonly args?: unknown;
  readonly envPairs?: string[];
}

/**
 * Keeps the shim first in the PATH of child processes, even if a package manager puts the app's own Node (the package `node`) before it.
 * With `addArgs`, processes that the app starts by the path of its Node (`fork` with its own arguments, as pools do) get the recorder's
 * arguments.
 */
export function followChildren(shim: NodeShim, addArgs: boolean): void {
  const isWithout = (file: unknown, args: unknown, envPairs: () => readonly string[]): args is string[] =>
    addArgs && isTarget(shim, programOf(shim, file, envPairs)) && Array.isArray(args) && shim.nodeArgs.some((arg) => !args.includes(arg));
  const childProcess = require("node:child_process") as Record<"spawnSync" | "execFileSync", (...args: unknown[]) => unknown> & {
    readonly ChildProcess: { readonly prototype: { spawn: (...args: unknown[]) => unknown } };
  };
  const { prototype } = childProcess.ChildProcess;
  const { spawn } = prototype;
  prototype.spawn = function (options?: unknown, ...rest: unknown[]): unknown {
    const { file, args, envPairs = [] } = (options ?? {}) as SpawnOptions;
    envPairs.forEach((pair, index) => {
      const folders = foldersOf(shim, pair);
      if (folders[0] !== shim.folder && leadsPast(shim, folders))
        envPairs[index] = `PATH=${[shim.folder, ...folders].join(path.delimiter)}`;
    });
    if (isWithout(file, args, () => envPairs)) args.splice(1, 0, ...shim.nodeArgs);
    return spawn.call(this, options, ...rest);
  };
  for (const name of ["spawnSync", "execFileSync"] as const) {
    const start = childProcess[name];
    childProcess[name] = function (this: unknown, file?: unknown, args?: unknown, ...rest: unknown[]): unknown {
      const { env } = (rest[0] ?? {}) as { readonly env?: NodeJS.ProcessEnv };
      const pairs = (): string[] => Object.entries(env ?? process.env).map(([variable, value]) => `${variable}=${value}`);
      return start.call(this, file, isWithout(file, args, pairs) ? [...shim.nodeArgs, ...args] : args, ...rest);
    };
  }
  const { syncBuiltinESMExports } = require("node:module") as Pick<typeof Module, "syncBuiltinESMExports">;
  syncBuiltinESMExports();
}

/** Windows starts no script by its bare name, so `node` is the real one behind the shim. */
function programOf(shim: NodeShim, file: unknown, envPairs: () => readonly string[]): unknown {
  const isBare = shim.platform === "win32" && /^node(\.exe)?$/i.test(String(file));
  return isBare && envPairs().some((pair) => leadsPast(shim, foldersOf(shim, pair))) ? shim.target : file;
}

/** Whether the first Node in these folders is the one that the shim stands for. */
function leadsPast(shim: NodeShim, folders: readonly string[]): boolean {
  const isWindows = shim.platform === "win32";
  const found = folders.map((folder) => path.join(folder, isWindows ? "node.exe" : "node")).find((node) => existsSync(node));
  return found !== undefined && isTarget(shim, (isWindows ? realpathSync.native : realpathSync)(found));
}

/** Whether a program is the Node that the shim stands for. */
export function isTarget(shim: NodeShim, file: unknown): boolean {
  return shim.platform === "win32" ? String(file).toLowerCase() === shim.target.toLowerCase() : file === shim.target;
}

/** Folders of a pair such as `PATH=/usr/bin:/bin` (Windows may write `Path`); none for another variable. */
function foldersOf({ platform }: NodeShim, pair: string): readonly string[] {
  const name = pair.slice(0, "PATH=".length);
  return (platform === "win32" ? name.toUpperCase() : name) === "PATH=" ? pair.slice(name.length).split(path.delimiter) : [];
}
