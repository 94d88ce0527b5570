import Module, { syncBuiltinESMExports } from "node:module";
import { type LoadResult, rewrittenResult } from "./load-hook.ts";
import type { ScriptRewriter } from "./script-rewriter.ts";

interface Hooks {
  readonly load?: (url: string, context: unknown, nextLoad: (url: string, context: unknown) => LoadResult) => LoadResult;
}
interface Registered {
  deregister(): void;
}
/** From Node 22.15 on. */
interface WithHooks {
  registerHooks?: (hooks: Hooks) => Registered;
}

/**
 * Rewrites modules by hooks that run in this thread. The last registered gets what those before it have made of a source: when a compiler
 * registers its own, ours are registered again. False if this Node has no such hooks.
 */
export function rewriteModules(scripts: ScriptRewriter): boolean {
  const module = Module as unknown as WithHooks;
  const register = module.registerHooks;
  if (register === undefined) return false;
  const own: Hooks = { load: (url, context, nextLoad) => rewrittenResult(nextLoad(url, context), url, scripts) };
  let registered = register(own);
  module.registerHooks = function registerHooks(hooks) {
    const theirs = register(hooks);
    registered.deregister();
    registered = register(own);
    return theirs;
  };
  syncBuiltinESMExports();
  return true;
}
