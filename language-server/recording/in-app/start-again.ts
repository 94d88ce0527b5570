import type * as ChildProcess from "node:child_process";
import type * as Inspector from "node:inspector";
import { isNodeName, isTarget, type NodeShim } from "./child-start.ts";

/** What decides whether a process has to start again. */
export interface StartedNode {
  readonly execPath: string;
  readonly version: string;
  readonly execArgv: readonly string[];
  readonly argv: readonly string[];
  /** Its parent, a Node, may send it messages, which another process would not get. */
  readonly getsMessages: boolean;
  /** Under Node's permission model it cannot start a process. */
  readonly isRestricted: boolean;
}

/** Set in what was started again, to its parent's id: it never starts itself again. */
const variable = "HEATLINE_STARTED_BY";

const mostAttempts = 5;

/**
 * On Windows no script can stand for `node` without reading the arguments once more, so a command script, such as a package's in
 * `node_modules\.bin`, starts the real one, without the recorder's arguments. That starts itself again with them, waits, and ends as
 * the other one did. Returns if there is no need, or if it cannot be started.
 */
export function startAgain(shims: readonly NodeShim[]): void {
  if (shims.length === 0) return;
  const { execPath, execArgv, argv } = process;
  const isRestricted = "permission" in process && process.permission !== undefined;
  const starter = process.env[variable];
  // Not for the app's eyes.
  delete process.env[variable];
  if (starter === String(process.ppid)) return;
  const { node: version } = process.versions;
  // To `node --watch` a process only reports what it has loaded, so that can be taken over by another one.
  const reportsTo = process.env["WATCH_REPORT_DEPENDENCIES"] === undefined ? undefined : channelOf();
  const getsMessages = process.send !== undefined && reportsTo === undefined;
  const started = { execPath, version, execArgv, argv, getsMessages, isRestricted };
  // The Node at that path, rather than another one of its version.
  const own = shims.find((shim) => isTarget(shim, execPath));
  const args = (own === undefined ? shims : [own]).map((shim) => argsToStartAgain(shim, started)).find((each) => each !== undefined);
  if (args === undefined) return;
  // The other one opens the port that `--inspect` names.
  if (process.features.inspector) (require("node:inspector") as typeof Inspector).close();
  const status = runAgain(args, reportsTo);
  if (status !== undefined) process.exit(status);
}

/** The exit code of this Node with other arguments, or undefined if it cannot be started. `reportsTo` becomes its channel. */
function runAgain(args: readonly string[], reportsTo: number | undefined): number | undefined {
  const { spawnSync } = require("node:child_process") as typeof ChildProcess;
  // A busy Windows sometimes refuses to start a process, without a reason.
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const { status, error } = spawnSync(process.execPath, args, {
      stdio: ["inherit", "inherit", "inherit", ...(reportsTo === undefined ? [] : [reportsTo])],
      env: { ...process.env, ...(reportsTo === undefined ? {} : { NODE_CHANNEL_FD: "3" }), [variable]: String(process.pid) },
    });
    if (error === undefined) return status ?? 1;
  }
  return undefined;
}

/** The file descriptor of the channel to the parent. */
function channelOf(): number | undefined {
  const { channel } = process;
  return channel !== undefined && channel !== null && "fd" in channel && typeof channel.fd === "number" ? channel.fd : undefined;
}

/** The arguments with which a Node starts itself again; undefined if it already has the recorder's, or must not. */
export function argsToStartAgain(
  shim: NodeShim,
  { execPath, version, execArgv, argv, getsMessages, isRestricted }: StartedNode,
): readonly string[] | undefined {
  if (shim.platform !== "win32" || getsMessages || isRestricted) return undefined;
  // A version manager's `node.exe` in PATH (Volta) starts a Node at another path. Of the same version, it knows the arguments.
  if (!isTarget(shim, execPath) && !(isNodeName(execPath) && version === shim.nodeVersion)) return undefined;
  if (shim.nodeArgs.every((arg) => execArgv.includes(arg))) return undefined;
  const args = argv.slice(1);
  // Without a script (`-e`), what begins like an option would be one.
  const isLikeOption = args[0] !== "-" && args[0]?.startsWith("-") === true;
  return [...shim.nodeArgs, ...execArgv, ...(isLikeOption ? ["--"] : []), ...args];
}
