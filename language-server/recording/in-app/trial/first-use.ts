import type { FirstUse } from "./trial-protocol.ts";

/** Deep enough for a callback of a framework. */
const mostFrames = 60;

/** The innermost code that is not in a package; else of a package. */
export function firstUse(): FirstUse {
  const found = callSites().flatMap((site): FirstUse[] => {
    const file = site.getFileName() ?? "";
    const isOurs = file === "" || file === __filename || /^(?:node|data|internal):/.test(file);
    return isOurs ? [] : [{ file, line: site.getLineNumber() ?? 0 }];
  });
  return found.find(({ file }) => !/[\\/]node_modules[\\/]/.test(file)) ?? found[0] ?? { file: "", line: 0 };
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
