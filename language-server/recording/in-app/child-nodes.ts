import { existsSync, readFileSync } from "node:fs";
import type Module from "node:module";
import path from "node:path";
import { canLog, isSessionOpen } from "./open-session.ts";
import {
  type ChildStart,
  type NodeShim,
  recordedShellText,
  recordedStart,
  type ShimDescription,
  shimFile,
  shimFolders,
  withoutOwnArguments,
} from "./child-start.ts";

/** None if the session has no recorder that needs them, or has ended. */
export function readShims(sessionFolder: string): readonly NodeShim[] {
  return shimFolders.flatMap((name) => {
    const folder = path.join(sessionFolder, name);
    const file = path.join(folder, shimFile);
    try {
      return existsSync(file) ? [{ folder, ...(JSON.parse(readFileSync(file, "utf8")) as ShimDescription) }] : [];
    } catch {
      // The session ended at this moment. The app must not fail because of us.
      return [];
    }
  });
}

/**
 * Hides our arguments from this thread, and returns whether it had any. Tools pass their own on: by NODE_OPTIONS (next dev), where Node refuses
 * ours, to a worker, which refuses them too, or to a child that outlives the session.
 */
export function hideArguments(shims: readonly NodeShim[]): boolean {
  const own = withoutOwnArguments(shims, process.execArgv);
  const hadAny = own.length < process.execArgv.length;
  if (hadAny) process.execArgv = [...own];
  return hadAny;
}

/**
 * Package managers give scripts the path of their Node (`npm_node_execpath`): the session's `node`, which adds the recorder's arguments. Not on
 * Windows, where a script cannot replace a program.
 */
export function startThroughShim(shim: NodeShim): void {
  if (shim.platform !== "win32") process.execPath = path.join(shim.folder, "node");
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

/** Starts child processes of this thread as `recordedStart` says, as long as the session is open. */
export function followChildren(shims: readonly NodeShim[], addArgs: boolean): void {
  const childProcess = require("node:child_process") as Record<"spawnSync" | "execFileSync" | "execSync", Start> & {
    readonly ChildProcess: { readonly prototype: { spawn: (options?: unknown, ...rest: unknown[]) => unknown } };
  };
  const { prototype } = childProcess.ChildProcess;
  const { spawn } = prototype;
  prototype.spawn = function (options?: unknown, ...rest: unknown[]): unknown {
    const asked = (options ?? {}) as SpawnOptions;
    if (Array.isArray(asked.args) && Array.isArray(asked.envPairs)) {
      const [name = "", ...args] = asked.args as readonly string[];
      const start = recordedBy(shims, { file: asked.file, args, env: asked.envPairs as readonly string[] }, addArgs);
      asked.args = [name, ...start.args];
      asked.envPairs = start.env;
    }
    return spawn.call(this, options, ...rest);
  };
  const { spawnSync, execFileSync, execSync } = childProcess;
  childProcess.spawnSync = followedSync(shims, addArgs, spawnSync);
  childProcess.execFileSync = followedSync(shims, addArgs, execFileSync);
  childProcess.execSync = function (this: unknown, command: unknown, ...rest: unknown[]): unknown {
    const options = (rest[0] ?? {}) as SyncOptions;
    const { env } = recordedBy(shims, { file: undefined, args: [], env: pairsOf(options) }, addArgs);
    const text = addArgs && typeof command === "string" ? shellTextBy(shims, command) : command;
    return execSync.call(this, text, { ...options, env: fromPairs(env) });
  };
  const { syncBuiltinESMExports } = require("node:module") as Pick<typeof Module, "syncBuiltinESMExports">;
  syncBuiltinESMExports();
}

function recordedBy(shims: readonly NodeShim[], start: ChildStart, addArgs: boolean): Omit<ChildStart, "file"> {
  const open = shims.filter(isSessionOpen);
  return open.reduce((now, shim) => ({ ...now, ...recordedStart(shim, now, addArgs && canLog(shim)) }), start);
}

function shellTextBy(shims: readonly NodeShim[], text: string): string {
  return shims.filter(canLog).reduce((now, shim) => recordedShellText(shim, now), text);
}

/** Arguments may be left out: `(file, options)`. */
function followedSync(shims: readonly NodeShim[], addArgs: boolean, start: Start): Start {
  return function (this: unknown, file: unknown, ...rest: unknown[]): unknown {
    const hasArgs = Array.isArray(rest[0]) || rest[0] === undefined || rest[0] === null;
    const options = ((hasArgs ? rest[1] : rest[0]) ?? {}) as SyncOptions;
    const args = (Array.isArray(rest[0]) ? rest[0] : []) as readonly string[];
    const isText = Boolean(options.shell);
    const recorded = recordedBy(shims, { file: isText ? undefined : file, args, env: pairsOf(options) }, addArgs);
    const program = isText && addArgs && typeof file === "string" ? shellTextBy(shims, file) : file;
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
