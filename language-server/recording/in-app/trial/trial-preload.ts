import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isMainThread } from "../channel/main-thread.ts";
import { watchServers } from "../listening-servers.ts";
import { reportsFolder } from "../open-session.ts";
import { packageManagerPattern } from "../command-lines.ts";
import { listen } from "../process-listeners.ts";
import { monotonicUs } from "../thread-clock.ts";
import { deferImports } from "./deferred-import.ts";
import { hookImports, loaders } from "./node-loaders.ts";
import { surveyImports } from "./surveyed-imports.ts";
import { trialFile, type TrialLine, type TrialOrder, trialReport, type FirstUse } from "./trial-protocol.ts";

/** Deep enough for a callback of a framework. */
const mostFrames = 60;

/** The innermost code that is not in a package; else of a package. */
function firstUse(): FirstUse {
  const found = callSites().flatMap((site): FirstUse[] => {
    const file = site.getFileName() ?? "";
    const isOurs = file === "" || file === __filename || /^(?:node|data|internal):/.test(file);
    return isOurs ? [] : [{ file, line: site.getLineNumber() ?? 0, column: (site.getColumnNumber() ?? 1) - 1 }];
  });
  const used = found.find(({ file }) => !/[\\/]node_modules[\\/]/.test(file)) ?? found[0] ?? { file: "", line: 0, column: 0 };
  return writtenAt(used);
}

/** Only the app knows the maps of what a loader compiled in memory. */
function writtenAt(ran: FirstUse): FirstUse {
  const entry = loaders.findSourceMap?.(ran.file)?.findEntry(ran.line - 1, ran.column);
  const { originalSource: file, originalLine, originalColumn: column } = entry ?? {};
  return file === undefined || originalLine === undefined || column === undefined ? ran : { file, line: originalLine + 1, column };
}

/** Whatever the app has made of stacks. */
function callSites(): readonly NodeJS.CallSite[] {
  const { stackTraceLimit } = Error;
  const prepare: unknown = Reflect.get(Error, "prepareStackTrace");
  try {
    Error.prepareStackTrace = (_, sites) => sites;
    Error.stackTraceLimit = mostFrames;
    return (new Error().stack as unknown as readonly NodeJS.CallSite[] | undefined) ?? [];
  } finally {
    Reflect.set(Error, "prepareStackTrace", prepare);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Loaded in every Node process of an app whose start is measured without a recorder; see `recording/trials/`. */
function startTrial(sessionFolder: string): void {
  const reports = path.join(sessionFolder, reportsFolder);
  if (!existsSync(reports) || new RegExp(packageManagerPattern).test(path.basename(process.argv[1] ?? ""))) return;
  const order = JSON.parse(readFileSync(path.join(sessionFolder, trialFile), "utf8")) as TrialOrder;
  const file = path.join(reports, `${trialReport}${order.number}-${process.pid}`);
  const report = (line: TrialLine): void => {
    try {
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    } catch {
      // The trial is over.
    }
  };
  const survey = order.surveyed && surveyImports(order.surveyed);
  const deferral = order.deferred && deferImports(order.deferred, () => report({ kind: "used", ...firstUse() }));
  if (order.isHooked === true) hookImports({ resolve: (specifier, context, next) => next(specifier, context) });
  let firstUs = 0;
  let hasEnded = false;
  const ended = (line: TrialLine): void => {
    if (hasEnded) return;
    hasEnded = true;
    if (survey !== undefined) report({ kind: "surveyed", ...survey() });
    const by = deferral?.loadedBy();
    if (by !== undefined) report({ kind: "loaded", by });
    // Of a server that is ended by a signal, Node would not write it.
    if (line.kind === "listening") loaders.flushCompileCache?.();
    report(line);
  };
  const usesCache = (): boolean => loaders.getCompileCacheDir?.() !== undefined;
  watchServers((message) => {
    if (message.kind === "listening")
      ended({ kind: "listening", tookUs: message.atUs - firstUs, origin: message.origin, usesCache: usesCache() });
  });
  listen("exit", (code: number) => {
    const tookUs = monotonicUs() - firstUs;
    const { user, system } = process.cpuUsage();
    ended({ kind: "exiting", tookUs, code, cpuUs: user + system, usesCache: usesCache() });
  });
  report({ kind: "begun" });
  firstUs = monotonicUs();
}

if (isMainThread) {
  try {
    startTrial(__dirname);
  } catch {
    // The app must not fail because of us: a start that reports nothing is not counted.
  }
}
