import Module, { syncBuiltinESMExports } from "node:module";

/** From Node 22.15 on. */
interface WithHooks {
  registerHooks?: (hooks: object) => { readonly deregister: () => void };
}

/**
 * Registers hooks that run in this thread, after all others: what comes last is asked first, and gets what those before it have made of a
 * source. When a compiler registers its own, ours are registered again. False if this Node has no such hooks.
 */
export function hookLast(own: object): boolean {
  const module = Module as unknown as WithHooks;
  const register = module.registerHooks;
  if (register === undefined) return false;
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
