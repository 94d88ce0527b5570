import { existsSync } from "node:fs";
import type * as Inspector from "node:inspector";
import path from "node:path";
import { isMainThread } from "node:worker_threads";
import { followChildren, readShims, startThroughShim } from "./child-nodes.ts";
import { isTarget } from "./child-start.ts";
import { processFacts } from "./facts.ts";
import { installHooks } from "./hooks.ts";
import { hookBinding } from "./messages.ts";
import { packageManagerPattern } from "./package-managers.ts";
import { writeReport } from "./reports.ts";
import { startAgain } from "./start-again.ts";

/**
 * Loaded (by NODE_OPTIONS) in every Node process of the app before its first line: opens the inspector on a free port of 127.0.0.1, reports
 * it and waits for the recorder. Unlike `--inspect-brk` it works alike for `node app.js`, `npm start`, cluster, fork and terminals, and never
 * pauses the app's code. It finds its session by its own folder, as tools such as turbo drop other variables.
 */
function startMain(sessionFolder: string): void {
  const reports = path.join(sessionFolder, "reports");
  const program = process.argv[1] ?? "";
  if (!isOpen(reports) || path.dirname(program) === sessionFolder) return;
  const shims = readShims(sessionFolder);
  // Package managers start the app and are not part of it. Tools in between (cross-env, nodemon) are attached to, but the process that
  // listens takes precedence.
  const isPackageManager = new RegExp(packageManagerPattern).test(path.basename(program));
  if (!isPackageManager) startAgain(shims);
  const nodeArgs = process.execArgv;
  const own = shims.find((shim) => isTarget(shim, process.execPath));
  if (own !== undefined && (isPackageManager || /[\\/]node_modules[\\/]/.test(program))) startThroughShim(own);
  if (shims.length > 0) followChildren(shims, !isPackageManager);
  if (isPackageManager) return;
  const inspector = openInspector();
  const inspectorUrl = inspector?.url() ?? "";
  const profilesItself = [...(process.env["NODE_OPTIONS"] ?? "").split(" "), ...nodeArgs].includes("--cpu-prof");
  const logFile = nodeArgs.filter((arg) => arg.startsWith("--logfile=")).at(-1) ?? "";
  // Before the report, since its reader may call the hooks at once.
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
  // No recorder is there any more, or the user's debugger has let the process run.
  if (hooks?.running() === false) hooks.uninstall();
}

/** Node cannot load modules in a worker yet when the inspector first sees it, so its hooks are installed here. */
function startWorker(sessionFolder: string): void {
  if (!(hookBinding in globalThis)) return;
  const shims = readShims(sessionFolder);
  if (shims.length > 0) followChildren(shims, true);
  installHooks(loadInspector()).running();
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
