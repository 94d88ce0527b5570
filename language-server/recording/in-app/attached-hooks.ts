import { installAttachedHooks } from "./hooks.ts";

/** Bundled as text that the main thread of a running app evaluates: on another machine it could not load our files. */
export function attach(): void {
  installAttachedHooks();
}
