import { hookBinding, hooks, installHooks } from "./app-hooks.ts";
import { packageManagerPattern } from "../app/package-managers.ts";

/** What the preload writes as `reports/process-<pid>.json`. */
export interface ProcessReport {
  readonly kind: "process";
  readonly pid: number;
  readonly ppid: number;
  /** Has an IPC channel to its parent, as cluster workers have. */
  readonly isForked: boolean;
  /** ws://127.0.0.1:…, or "" where the process has no inspector. */
  readonly inspectorUrl: string;
  /** Node's permission model keeps the inspector from it. */
  readonly isRestricted: boolean;
  /** False where Node was built without; the process in which `node --test` only watches over the others has none either. */
  readonly hasInspector: boolean;
  /** Was started with the arguments of the exact recorder, and nothing keeps V8 from logging. */
  readonly logsTicks: boolean;
  /** Was started with `--cpu-prof`, beside which V8 logs nothing. */
  readonly profilesItself: boolean;
  readonly argv: readonly string[];
  readonly execPath: string;
  readonly nodeVersion: string;
  readonly v8Version: string;
}

/** What the terminal launcher writes. */
export type LauncherReport =
  | { readonly kind: "launcher"; readonly pid: number; readonly appPid: number }
  | { readonly kind: "signal"; readonly signal: NodeJS.Signals }
  | { readonly kind: "exit"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: "failed"; readonly message: string };

export type SessionReport = ProcessReport | LauncherReport;

/**
 * Required (by NODE_OPTIONS) by every Node process of the app before its first line: opens the inspector on a free port of
 * 127.0.0.1, reports it and waits until the recorder is attached. Why so, and not by `--inspect-brk` and reading stderr: it is the
 * same for `node app.js`, `npm start`, cluster and fork children and a terminal; it needs no pause inside the app's code; the
 * app's stderr stays the user's. Package managers themselves are let through, tools in between (cross-env, nodemon) attach too
 * and lose to the process that listens. Both start the app by `process.execPath` (tsx, ts-node) or a link to it in front of PATH (yarn), so
 * there it is the session's `node`, which adds the recorder's arguments; the app itself keeps its true one, and what it starts by that (`fork` with
 * arguments of its own, as pools do) is given them as it starts. Tools do not see these arguments
 * themselves: one that hands its own on by NODE_OPTIONS (next dev) would find Node refuse them. A worker thread gets its hooks
 * here: when the inspector first sees it, Node has not come far enough in it for `require`. Plain old JavaScript: it runs on any Node that
 * the user has, and knows its session by its own place: NODE_OPTIONS reaches the app through tools that keep all other
 * variables from it (turbo). Where a package manager puts the app's own Node (the package `node`) before it in PATH, the session's goes before that.
 */
export const preloadSource = `"use strict";
(function () {
  var folder = __dirname;
  if (!require("worker_threads").isMainThread) {
    if (typeof globalThis.${hookBinding} === "function") {
      ${installHooks};
      ${hooks}.running();
    }
    return;
  }
  var fs = require("fs");
  var path = require("path");
  var reports = path.join(folder, "reports");
  try {
    if (!fs.existsSync(reports)) return;
  } catch (error) {
    // Node's permission model: the app is not to fail by us.
    return;
  }
  var program = path.basename(process.argv[1] || "");
  if (path.dirname(process.argv[1] || "") === folder) return;
  var isPackageManager = /${packageManagerPattern}/.test(program);
  var nodeArgs = process.execArgv;
  var logFile = nodeArgs.filter(function (arg) { return arg.indexOf("--logfile=") === 0; }).pop() || "";
  var profilesItself = (process.env.NODE_OPTIONS || "").split(" ").concat(nodeArgs).indexOf("--cpu-prof") >= 0;
  var shims = path.join(folder, "bin");
  var description = path.join(shims, "shim.json");
  var shim = fs.existsSync(description) ? JSON.parse(fs.readFileSync(description, "utf8")) : { target: "" };
  if (shim.target === process.execPath && (isPackageManager || /[\\/]node_modules[\\/]/.test(process.argv[1] || ""))) {
    process.execPath = path.join(shims, "node");
    process.execArgv = process.execArgv.filter(function (arg) { return shim.nodeArgs.indexOf(arg) < 0; });
  }
  if (shim.target) {
    var childProcess = require("child_process");
    var isWithout = function (file, args) {
      return !isPackageManager && file === shim.target && Array.isArray(args) && shim.nodeArgs.some(function (arg) { return args.indexOf(arg) < 0; });
    };
    var leadsPastShim = function (folders) {
      var nodes = folders.map(function (each) { return path.join(each, "node"); });
      var found = nodes.filter(function (node) { return fs.existsSync(node); })[0];
      return found !== undefined && fs.realpathSync(found) === shim.target;
    };
    var ChildProcess = childProcess.ChildProcess;
    var spawn = ChildProcess.prototype.spawn;
    ChildProcess.prototype.spawn = function (options) {
      var pairs = options && options.envPairs || [];
      pairs.forEach(function (pair, index) {
        var folders = pair.slice("PATH=".length);
        if (pair.indexOf("PATH=") === 0 && leadsPastShim(folders.split(path.delimiter))) pairs[index] = "PATH=" + shims + path.delimiter + folders;
      });
      if (options && isWithout(options.file, options.args)) options.args.splice.apply(options.args, [1, 0].concat(shim.nodeArgs));
      return spawn.apply(this, arguments);
    };
    ["spawnSync", "execFileSync"].forEach(function (name) {
      var start = childProcess[name];
      childProcess[name] = function (file, args) {
        if (isWithout(file, args)) arguments[1] = shim.nodeArgs.concat(args);
        return start.apply(this, arguments);
      };
    });
    require("module").syncBuiltinESMExports();
  }
  if (isPackageManager) return;
  var url = "";
  var inspector;
  try {
    inspector = require("inspector");
    if (!inspector.url()) inspector.open(0, "127.0.0.1");
    url = inspector.url() || "";
  } catch (error) {
    url = "";
  }
  var report = {
    kind: "process", pid: process.pid, ppid: process.ppid, isForked: Boolean(process.env.NODE_CHANNEL_FD || process.connected), inspectorUrl: url, hasInspector: Boolean(process.features.inspector),
    logsTicks: !profilesItself && logFile.indexOf(path.basename(folder)) > 0, profilesItself: profilesItself,
    isRestricted: Boolean(!url && process.permission && !process.permission.has("inspector")),
    argv: process.argv.slice(), execPath: process.execPath,
    nodeVersion: process.versions.node, v8Version: process.versions.v8
  };
  var file = path.join(reports, "process-" + process.pid + ".json");
  try {
    fs.writeFileSync(file + ".tmp", JSON.stringify(report));
    fs.renameSync(file + ".tmp", file);
  } catch (error) {
    return;
  }
  if (url) inspector.waitForDebugger();
  if (${hooks}) ${hooks}.running();
})();
`;

/**
 * What an integrated terminal runs in place of the app: starts the app with the terminal's own stdin and stdout, reports its pid, its
 * end, and the signals that the terminal sends to both (Ctrl+C), so that a recording is flushed even where the app's event
 * loop is too busy to notice.
 */
export const terminalLauncherSource = `"use strict";
var fs = require("fs");
var path = require("path");
var spawn = require("child_process").spawn;
var command = JSON.parse(fs.readFileSync(path.join(__dirname, "command.json"), "utf8"));
var count = 0;
function report(message) {
  var file = path.join(__dirname, "reports", "launcher-" + process.pid + "-" + (count += 1) + ".json");
  try {
    fs.writeFileSync(file + ".tmp", JSON.stringify(message));
    fs.renameSync(file + ".tmp", file);
  } catch (error) {
    process.exitCode = 1;
  }
}
var env = Object.assign({}, process.env);
Object.keys(command.env).forEach(function (name) {
  if (command.env[name] === null) delete env[name];
  else env[name] = command.env[name];
});
["SIGINT", "SIGTERM", "SIGHUP"].forEach(function (signal) {
  process.on(signal, function () { report({ kind: "signal", signal: signal }); });
});
var app = spawn(command.file, command.args, { cwd: command.cwd, env: env, stdio: "inherit", shell: command.shell });
app.on("error", function (error) {
  console.error(error.message);
  report({ kind: "failed", message: error.message });
  process.exitCode = 127;
});
app.on("spawn", function () { report({ kind: "launcher", pid: process.pid, appPid: app.pid }); });
app.on("exit", function (code, signal) {
  report({ kind: "exit", code: code, signal: signal });
  process.exit(signal ? 1 : code);
});
`;
