import { existsSync, readFileSync } from "node:fs";
import type Module from "node:module";
import path from "node:path";
import { type NodeShim, recordedShellText, recordedStart, type ShimDescription } from "./child-start.ts";

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
  args?: readonly string[];
  envPairs?: readonly string[];
}

interface SyncOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly shell?: unknown;
}

type Start = (this: unknown, file: unknown, ...rest: unknown[]) => unknown;

/** Starts child processes of this thread as `recordedStart` says. */
export function followChildren(shim: NodeShim, addArgs: boolean): void {
  const childProcess = require("node:child_process") as Record<"spawnSync" | "execFileSync" | "execSync", Start> & {
    readonly ChildProcess: { readonly prototype: { spawn: (options?: unknown, ...rest: unknown[]) => unknown } };
  };
  const { prototype } = childProcess.ChildProcess;
  const { spawn } = prototype;
  prototype.spawn = function (options?: unknown, ...rest: unknown[]): unknown {
    const asked = (options ?? {}) as SpawnOptions;
    if (Array.isArray(asked.args) && Array.isArray(asked.envPairs)) {
      const [name = "", ...args] = asked.args as readonly string[];
      const start = recordedStart(shim, { file: asked.file, args, env: asked.envPairs as readonly string[] }, addArgs);
      asked.args = [name, ...start.args];
      asked.envPairs = start.env;
    }
    return spawn.call(this, options, ...rest);
  };
  const { spawnSync, execFileSync, execSync } = childProcess;
  childProcess.spawnSync = followedSync(shim, addArgs, spawnSync);
  childProcess.execFileSync = followedSync(shim, addArgs, execFileSync);
  childProcess.execSync = function (this: unknown, command: unknown, ...rest: unknown[]): unknown {
    const options = (rest[0] ?? {}) as SyncOptions;
    const { env } = recordedStart(shim, { file: undefined, args: [], env: pairsOf(options) }, addArgs);
    const text = addArgs && typeof command === "string" ? recordedShellText(shim, command) : command;
    return execSync.call(this, text, { ...options, env: fromPairs(env) });
  };
  const { syncBuiltinESMExports } = require("node:module") as Pick<typeof Module, "syncBuiltinESMExports">;
  syncBuiltinESMExports();
}

/** Arguments may be left out: `(file, options)`. */
function followedSync(shim: NodeShim, addArgs: boolean, start: Start): Start {
  return function (this: unknown, file: unknown, ...rest: unknown[]): unknown {
    const hasArgs = Array.isArray(rest[0]) || rest[0] === undefined || rest[0] === null;
    const options = ((hasArgs ? rest[1] : rest[0]) ?? {}) as SyncOptions;
    const args = (Array.isArray(rest[0]) ? rest[0] : []) as readonly string[];
    const isText = Boolean(options.shell);
    const recorded = recordedStart(shim, { file: isText ? undefined : file, args, env: pairsOf(options) }, addArgs);
    const program = isText && addArgs && typeof file === "string" ? recordedShellText(shim, file) : file;
    return start.call(this, program, recorded.args, { ...options, env: fromPairs(recorded.env) });
  };
}

function pairsOf({ env = process.env }: SyncOptions): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
}

function fromPairs(pairs: readonly string[]): NodeJS.ProcessEnv {
  // Windows has variables whose names begin with “=”.
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=", 1)), pair.slice(pair.indexOf("=", 1) + 1)]));
}
