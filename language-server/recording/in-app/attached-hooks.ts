import { installAttachedHooks } from "./hooks.ts";

/** Bundled as text that the main thread of a running app evaluates: it may be on another machine, where it could load no file of ours. */
export function attach(): void {
  installAttachedHooks();
}
