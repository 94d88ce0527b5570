import { loaders } from "./node-loaders.ts";
import type { FirstUse } from "./trial-protocol.ts";

/** Deep enough for a callback of a framework. */
const mostFrames = 60;

/** The innermost code that is not in a package; else of a package. */
export function firstUse(): FirstUse {
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
