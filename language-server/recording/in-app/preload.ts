import { existsSync, readdirSync } from "node:fs";
import type * as Inspector from "node:inspector";
import path from "node:path";
import type * as WorkerThreads from "node:worker_threads";
import { Channel, readChannelAddress } from "./channel/channel.ts";
import type { ChannelMessage } from "./channel/channel-protocol.ts";
import { followChildren, hideArguments, readShims, startThroughShim } from "./child-nodes.ts";
import { isTarget, type NodeShim } from "./child-start.ts";
import { contradictedOption, packageManagerPattern } from "./command-lines.ts";
import { processFacts } from "./facts.ts";
import { installChannelHooks, installHooks } from "./hooks.ts";
import { hookBinding } from "./messages.ts";
import { isMainThread } from "./channel/main-thread.ts";
import { followWorkers, hasSmallFiles, reportsFolder } from "./open-session.ts";
import { type PassHooks, passHooksFile, type RunningPass } from "./pass/pass-protocol.ts";
import { type ProcessReport, writeReport } from "./reports.ts";
import { startAgain } from "./start-again.ts";
import { isTheApp, noteStderr } from "./channel/the-app.ts";

/**
 * Loaded (by NODE_OPTIONS) in every Node process of the app before its first line. A process that V8 logs reports itself and is reached by
 * the channel; of these only the app that the user profiles opens an inspector, too. Any other opens one on a free port of 127.0.0.1 and
 * waits for the recorder: unlike `--inspect-brk` that works alike for `node app.js`, `npm start`, cluster, fork and terminals, and never
 * pauses the app's code. It finds its session by its own folder, as tools such as turbo drop other variables.
 */
function startMain(sessionFolder: string): void {
  const reports = path.join(sessionFolder, reportsFolder);
  const program = process.argv[1] ?? "";
  if (!isOpen(reports) || path.dirname(program) === sessionFolder) return;
  const shims = readShims(sessionFolder);
  const address = readChannelAddress(sessionFolder);
  // Package managers start the app and are not part of it. Tools in between (cross-env, nodemon) are attached to, but the process that
  // listens takes precedence.
  const isPackageManager = new RegExp(packageManagerPattern).test(path.basename(program));
  if (!isPackageManager) startAgain(shims);
  const nodeArgs = process.execArgv;
  if (hideArguments(shims)) followWorkers(shims);
  const own = shims.find((shim) => isTarget(shim, process.execPath));
  if (own !== undefined && isPackageManager) startThroughShim(own);
  if (shims.length > 0) followChildren(shims, !isPackageManager);
  if (isPackageManager) {
    if (address !== undefined) noteStderr(reports, address);
    return;
  }
  const { profilesItself, contradictedBy, logsTicks } = loggedBy(shims, nodeArgs, sessionFolder);
  const channel = logsTicks && address !== undefined ? Channel.open(reports, address, 0) : undefined;
  const inspector = channel === undefined || (address !== undefined && isTheApp(reports, address)) ? openInspector() : undefined;
  const inspectorUrl = inspector?.url() ?? "";
  const report: ProcessReport = {
    kind: "process",
    ...processFacts(),
    inspectorUrl,
    hasInspector: process.features.inspector,
    logsTicks,
    profilesItself,
    contradictedBy,
    isRestricted: channel === undefined && inspectorUrl === "" && isKeptFromInspector(),
  };
  if (channel !== undefined) return startOn(channel, { kind: "process", report, thread: channel.facts }, sessionFolder);
  // Before the report, since its reader may call the hooks at once.
  const hooks = inspector === undefined || inspectorUrl === "" ? undefined : installHooks(inspector, startPass(sessionFolder));
  const isReported = writeReport(reports, `process-${process.pid}.json`, report);
  if (isReported && hooks !== undefined) inspector?.waitForDebugger();
  // No recorder is there any more, or the user's debugger has let the process run.
  if (hooks?.running() === false) hooks.uninstall();
}

function startOn(channel: Channel, first: ChannelMessage, sessionFolder: string): void {
  if (!channel.say(first)) return;
  const hooks = installChannelHooks(channel.report, startPass(sessionFolder));
  channel.listen(hooks);
  hooks.running();
}

/** Node cannot load modules in a worker yet when the inspector first sees it, so its hooks are installed here. */
function startWorker(sessionFolder: string): void {
  const reports = path.join(sessionFolder, reportsFolder);
  const isInspected = hookBinding in globalThis;
  const shims = readShims(sessionFolder);
  const isLogged = hideArguments(shims);
  if (isLogged) followWorkers(shims);
  // Node's own, in which it runs the app's loaders.
  if (!isInspected && (!isOpen(reports) || isInternalThread())) return;
  // A worker may have arguments of its own, but V8 logs it as its process.
  const address = isInspected || !isOnChannel(reports) ? undefined : readChannelAddress(sessionFolder);
  // Those of a package manager are none of the app's.
  if (shims.length > 0 && (isInspected || isLogged || address !== undefined)) followChildren(shims, true);
  if (isInspected) return void installHooks(loadInspector(), startPass(sessionFolder)).running();
  const { threadId } = require("node:worker_threads") as typeof WorkerThreads;
  const channel = address && Channel.open(reports, address, threadId);
  if (channel !== undefined) startOn(channel, { kind: "worker", pid: process.pid, thread: channel.facts }, sessionFolder);
}

/** Undefined unless the session records a pass. */
function startPass(sessionFolder: string): RunningPass | undefined {
  try {
    const file = path.join(sessionFolder, passHooksFile);
    if (!existsSync(file) || (!isMainThread && isOfNode())) return undefined;
    return (require(file) as PassHooks).startPass(sessionFolder, path.join(sessionFolder, reportsFolder));
  } catch {
    // Something cleans up while the app starts.
    return undefined;
  }
}

/** Whether this worker is Node's own; in 18 and 20 such a one has no port alone. */
function isOfNode(): boolean {
  return isInternalThread() || (require("node:worker_threads") as typeof WorkerThreads).parentPort === null;
}

type Logging = Pick<ProcessReport, "profilesItself" | "contradictedBy" | "logsTicks">;

/** Whether V8 logs the ticks of a process with these arguments for this session, or what keeps it from that. */
function loggedBy(shims: readonly NodeShim[], nodeArgs: readonly string[], sessionFolder: string): Logging {
  const profilesItself = [...(process.env["NODE_OPTIONS"] ?? "").split(" "), ...nodeArgs].includes("--cpu-prof");
  const logFile = nodeArgs.filter((arg) => arg.startsWith("--logfile=")).at(-1) ?? "";
  const recorded = shims.find((shim) => shim.nodeArgs.length > 0 && shim.nodeArgs.every((arg) => nodeArgs.includes(arg)));
  const contradictedBy = recorded && contradictedOption(recorded.nodeArgs, nodeArgs);
  const isWanted = logFile.includes(path.basename(sessionFolder));
  const logsTicks = isWanted && !profilesItself && contradictedBy === undefined && !hasSmallFiles();
  return { profilesItself, contradictedBy, logsTicks };
}

/** Whether this process's main thread has reported itself by the channel. */
function isOnChannel(reports: string): boolean {
  try {
    return readdirSync(reports).some((name) => name.startsWith(`${process.pid}-0-`));
  } catch {
    return false;
  }
}

function isInternalThread(): boolean {
  return (require("node:worker_threads") as { readonly isInternalThread?: boolean }).isInternalThread === true;
}

/** Whether the session is still open, and the permission model lets the app read its folder. The app must not fail because of us. */
function isOpen(reports: string): boolean {
  try {
    return existsSync(reports);
  } catch {
    return false;
  }
}

/** Undefined if Node was built without an inspector or the permission model forbids it. */
function openInspector(): typeof Inspector | undefined {
  try {
    const inspector = loadInspector();
    if (inspector.url() === undefined) inspector.open(0, "127.0.0.1");
    return inspector;
  } catch {
    return undefined;
  }
}

/** Not by `import`: a Node built without an inspector throws, and imported bindings cannot be changed. */
function loadInspector(): typeof Inspector {
  return require("node:inspector") as typeof Inspector;
}

function isKeptFromInspector(): boolean {
  const { permission } = process as { readonly permission?: { has(scope: string): boolean } };
  return permission !== undefined && !permission.has("inspector");
}

if (isMainThread) startMain(__dirname);
else startWorker(__dirname);
