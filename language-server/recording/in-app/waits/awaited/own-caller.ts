import { ownScript } from "../loading/script-rewriter.ts";

export interface Caller {
  /** As V8 has it. */
  readonly url: string;
  readonly line: number;
  /** 0-based. */
  readonly column: number;
}

/** Deeper callers are not looked for: a library has called for reasons of its own. */
const mostFrames = 6;

interface Errors {
  readonly captureStackTrace: (holder: object, callee: unknown) => void;
  stackTraceLimit: number;
  prepareStackTrace?: unknown;
}
const errors = Error as unknown as Errors;
/** Before the app can replace it. */
const { captureStackTrace } = errors;
const keepSites = (_error: Error, sites: readonly NodeJS.CallSite[]): unknown => sites;

/** The line of the app's own code that has called `callee`, also by way of a library; `node` if Node has for its own ends. Takes about 5 µs. */
export function ownCaller(callee: (...values: never) => unknown, foreignFolders: readonly string[]): Caller | "node" | undefined {
  const isForeign = (file: string): boolean => foreignFolders.some((folder) => file.startsWith(folder));
  const sites = sitesAbove(callee);
  if (sites[0]?.getFileName()?.startsWith("node:") === true) return "node";
  const own = sites.find((site) => ownScript(site.getFileName() ?? "", isForeign) !== undefined);
  if (own === undefined) return undefined;
  return { url: own.getFileName() ?? "", line: own.getLineNumber() ?? 1, column: (own.getColumnNumber() ?? 1) - 1 };
}

function sitesAbove(callee: (...values: never) => unknown): readonly NodeJS.CallSite[] {
  const { stackTraceLimit, prepareStackTrace } = errors;
  const holder: { stack?: unknown } = {};
  try {
    errors.stackTraceLimit = mostFrames;
    errors.prepareStackTrace = keepSites;
    captureStackTrace(holder, callee);
    return Array.isArray(holder.stack) ? (holder.stack as NodeJS.CallSite[]) : [];
  } finally {
    errors.stackTraceLimit = stackTraceLimit;
    if (prepareStackTrace === undefined) delete errors.prepareStackTrace;
    else errors.prepareStackTrace = prepareStackTrace;
  }
}
