import { existsSync, realpathSync } from "node:fs";
import path from "node:path";

/** Folders of a session that have a `node`: the app's own, and the one of PATH if that is another. */
export const shimFolders = ["bin", "path-bin"] as const;

/** Beside the session's `node`, as long as it adds the recorder's arguments. */
export const shimFile = "shim.json";

/** The content of that file. */
export interface ShimDescription {
  /** The Node it stands for, as it was found. */
  readonly nodePath: string;
  /** Its real path. */
  readonly target: string;
  /** The version of that Node, such as `22.1.0`. */
  readonly nodeVersion: string;
  /** Arguments that it adds. */
  readonly nodeArgs: readonly string[];
  /** Arguments that it also adds for an app under Node's permission model. */
  readonly accessArgs: readonly string[];
  /** What loads the preload, in NODE_OPTIONS. */
  readonly nodeOptions: string;
  readonly platform: NodeJS.Platform;
}

/** The session's `node`, which is first in PATH, except on Windows. */
export interface NodeShim extends ShimDescription {
  readonly folder: string;
}

/** A process that is about to be started. `env` has pairs such as `PATH=/bin`. */
export interface ChildStart {
  readonly file: unknown;
  /** Without the program's own name. */
  readonly args: readonly string[];
  readonly env: readonly string[];
}

/**
 * What a child process is started with instead, so that it is recorded: the shim is first in its PATH (except on Windows, which has none), even
 * if a package manager puts the app's own Node (the package `node`) before it; its NODE_OPTIONS load the preload, also where the app replaces
 * the environment. With `addArgs`, a process started by the path of the app's Node (`fork` with its own arguments, as pools do) gets the
 * recorder's arguments.
 */
export function recordedStart(shim: NodeShim, { file, args, env }: ChildStart, addArgs: boolean): Omit<ChildStart, "file"> {
  const pairs = withNodeOptions(
    shim,
    env.map((pair) => withShimInPath(shim, pair)),
  );
  if (!addArgs) return { args, env: pairs };
  const [flag, text, ...more] = args;
  if (shim.platform !== "win32" && flag === "-c" && text !== undefined && more.length === 0)
    return { args: [flag, recordedShellText(shim, text)], env: pairs };
  const program = programOf(shim, file, env);
  const ours = isTarget(shim, program) && shim.nodeArgs.some((arg) => !args.includes(arg)) ? shim.nodeArgs : [];
  // Node 24 passes its permissions to its children by NODE_OPTIONS.
  const isRestricted =
    args.some(isPermissionModel) || env.some((pair) => valueOf(shim, pair, "NODE_OPTIONS")?.split(" ").some(isPermissionModel));
  const access = isRestricted && isNodeName(program) && !args.includes(shim.accessArgs[0] ?? "") ? shim.accessArgs : [];
  return { args: [...ours, ...access, ...args], env: pairs };
}

/** The arguments of a Node without those that Heatline put before them. */
export function withoutOwnArguments(shims: readonly ShimDescription[], execArgv: readonly string[]): readonly string[] {
  for (const own of shims.flatMap(({ nodeArgs, accessArgs }) => [nodeArgs, accessArgs])) {
    const isFirst = own.length > 0 && own.every((arg, index) => execArgv[index] === arg);
    if (isFirst) return withoutOwnArguments(shims, execArgv.slice(own.length));
  }
  return execArgv;
}

/** A shell's command that begins with the path of the app's Node (`exec`), with the recorder's arguments. Not for cmd.exe. */
export function recordedShellText(shim: NodeShim, text: string): string {
  const [start = "", , , program = ""] = /^\s*((["']?)(\/.*?)\2)(?=\s|$)/.exec(text) ?? [];
  if (shim.platform === "win32" || start === "" || !isTarget(shim, program)) return text;
  const added = shim.nodeArgs.map((arg) => `'${arg.replaceAll("'", String.raw`'\''`)}'`);
  return [start, ...added].join(" ") + text.slice(start.length);
}

/** Whether a program is the Node that the shim stands for. */
export function isTarget(shim: NodeShim, file: unknown): boolean {
  if (isSame(shim, file, shim.target)) return true;
  if (!isNodeName(file) || !pathOf(shim).isAbsolute(file)) return false;
  try {
    return isSame(shim, realPath(shim, file), shim.target);
  } catch (error) {
    // Starting it will fail, and say why.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

function isSame({ platform }: NodeShim, file: unknown, other: string): boolean {
  return platform === "win32" ? String(file).toLowerCase() === other.toLowerCase() : file === other;
}

function realPath({ platform }: NodeShim, file: string): string {
  return (platform === "win32" ? realpathSync.native : realpathSync)(file);
}

function pathOf({ platform }: NodeShim): typeof path.posix {
  return platform === "win32" ? path.win32 : path.posix;
}

export function isNodeName(file: unknown): file is string {
  return typeof file === "string" && /(?:^|[\\/])node(?:js)?(?:-?\d+)?(?:\.exe)?$/i.test(file);
}

export function isPermissionModel(arg: string): boolean {
  return arg === "--permission" || arg === "--experimental-permission";
}

/** Windows has no shim, so there `node` is the first one in PATH. */
function programOf(shim: NodeShim, file: unknown, env: readonly string[]): unknown {
  const isBare = shim.platform === "win32" && /^node(\.exe)?$/i.test(String(file));
  return isBare && env.some((pair) => leadsPast(shim, foldersOf(shim, pair))) ? shim.target : file;
}

/** Whether the first Node in these folders is the one that the shim stands for. */
function leadsPast(shim: NodeShim, folders: readonly string[]): boolean {
  const name = shim.platform === "win32" ? "node.exe" : "node";
  const found = folders.map((folder) => pathOf(shim).join(folder, name)).find((node) => existsSync(node));
  return found !== undefined && isTarget(shim, realPath(shim, found));
}

function withShimInPath(shim: NodeShim, pair: string): string {
  if (shim.platform === "win32") return pair;
  const folders = foldersOf(shim, pair);
  return folders[0] !== shim.folder && leadsPast(shim, folders) ? `PATH=${[shim.folder, ...folders].join(pathOf(shim).delimiter)}` : pair;
}

/** Folders of a pair such as `PATH=/usr/bin:/bin` (Windows may write `Path`); none for another variable. */
function foldersOf(shim: NodeShim, pair: string): readonly string[] {
  const value = valueOf(shim, pair, "PATH");
  return value === undefined ? [] : value.split(pathOf(shim).delimiter);
}

function withNodeOptions(shim: NodeShim, env: readonly string[]): readonly string[] {
  const { nodeOptions } = shim;
  const values = env.map((pair) => valueOf(shim, pair, "NODE_OPTIONS"));
  const at = values.findIndex((value) => value !== undefined);
  if (at < 0) return [...env, `NODE_OPTIONS=${nodeOptions}`];
  const value = values[at] ?? "";
  if (value.includes(nodeOptions)) return env;
  const pair = `NODE_OPTIONS=${`${value} ${nodeOptions}`.trim()}`;
  return env.map((each, index) => (index === at ? pair : each));
}

/** The value of a pair `NAME=value`; undefined for another variable. Windows ignores the case of names. */
function valueOf({ platform }: NodeShim, pair: string, name: string): string | undefined {
  const start = pair.slice(0, name.length + 1);
  return (platform === "win32" ? start.toUpperCase() : start) === `${name}=` ? pair.slice(start.length) : undefined;
}
