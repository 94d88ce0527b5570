import { hookLast } from "../../loader-hooks/last-hooks.ts";
import { type LoadResult, rewrittenResult } from "./load-hook.ts";
import type { ScriptRewriter } from "./script-rewriter.ts";

interface Hooks {
  readonly load: (url: string, context: unknown, nextLoad: (url: string, context: unknown) => LoadResult) => LoadResult;
}

/** Rewrites modules by hooks that run in this thread. False if this Node has no such hooks. */
export function rewriteModules(scripts: ScriptRewriter): boolean {
  const own: Hooks = { load: (url, context, nextLoad) => rewrittenResult(nextLoad(url, context), url, scripts) };
  return hookLast(own);
}
