import { existsSync } from "node:fs";
import type * as Inspector from "node:inspector";
import path from "node:path";
import { isMainThread } from "node:worker_threads";
import { followChildren, isTarget, readShim, startThroughShim } from "./child-nodes.ts";
import { processFacts } from "./facts.ts";
import { installHooks } from "./hooks.ts";
import { hookBinding } from "./messages.ts";
import { packageManagerPattern } from "./package-managers.ts";
import { writeReport } from "./reports.ts";

/**
 * Required (by NODE_OPTIONS) by every Node process of the app before its first line: opens the inspector on a free port of 127.0.0.1, reports it and waits
 * until the recorder is attached. Unlike `--inspect-brk` it is the same for `node app.js`, `npm start`, cluster and fork children and a terminal, stops nowhere
 * in the app's code, and leaves stderr to the user. It knows its session by its own folder: tools such as turbo keep all other variables from the app.
 */
function startMain(sessionFolder: string): void {
  const reports = path.join(sessionFolder, "reports");
  const program = process.argv[1] ?? "";
  if (!isOpen(reports) || path.dirname(program) === sessionFolder) return;
  const shim = readShim(sessionFolder);
  // Package managers start the app and are not part of it; tools in between (cross-env, nodemon) are attached to, and the process that listens wins over them.
  const isPackageManager = new RegExp(packageManagerPattern).test(path.basename(program));
  const nodeArgs = process.execArgv;
  if (shim !== undefined) {
    if (isTarget(shim, process.execPath) && (isPackageManager || /[\\/]node_modules[\\/]/.test(program))) startThroughShim(shim);
    followChildren(shim, !isPackageManager);
  }
  if (isPackageManager) return;
  const inspector = openInspector();
  const inspectorUrl = inspector?.url() ?? "";
  const profilesItself = [...(process.env["NODE_OPTIONS"] ?? "").split(" "), ...nodeArgs].includes("--cpu-prof");
  const logFile = nodeArgs.filter((arg) => arg.startsWith("--logfile=")).at(-1) ?? "";
  // Before the report: its reader may call the hooks at once.
  const hooks = inspector === undefined || inspectorUrl === "" ? undefined : installHooks(inspector);
  const isReported = writeReport(reports, `process-${process.pid}.json`, {
    kind: "process",
    ...processFacts(),
    inspectorUrl,
    hasInspector: process.features.inspector,
    logsTicks: !profilesItself && logFile.includes(path.basename(sessionFolder)),
    profilesItself,
    isRestricted: inspectorUrl === "" && isKeptFromInspector(),
  });
  if (isReported && hooks !== undefined) inspector?.waitForDebugger();
  // Nobody listens any more, or a debugger of the user's has let it run.
  if (hooks?.running() === false) hooks.uninstall();
}

/** When the inspector first sees a worker, Node cannot load modules in it yet, so its hooks are installed here. */
function startWorker(): void {
  if (hookBinding in globalThis) installHooks(loadInspector()).running();
}

/** The session goes on, and Node's permission model lets the app read it. The app must not fail because of us. */
function isOpen(reports: string): boolean {
  try {
    return existsSync(reports);
  } catch {
    return false;
  }
}

/** Undefined where Node was built without an inspector or the permission model forbids it. */
function openInspector(): typeof Inspector | undefined {
  try {
    const inspector = loadInspector();
    if (inspector.url() === undefined) inspector.open(0, "127.0.0.1");
    return inspector;
  } catch {
    return undefined;
  }
}

/** Not by `import`: a Node that was built without an inspector throws, and what is imported cannot be changed. */
function loadInspector(): typeof Inspector {
  return require("node:inspector") as typeof Inspector;
}

function isKeptFromInspector(): boolean {
  const { permission } = process as { readonly permission?: { has(scope: string): boolean } };
  return permission !== undefined && !permission.has("inspector");
}

if (isMainThread) startMain(__dirname);
else startWorker();
