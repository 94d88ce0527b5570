import { isMainThread, threadId } from "node:worker_threads";
import type { MarkName, SiteCounts } from "../marks/mark-rows.ts";
import { AwaitedNow } from "./awaited-now.ts";
import { rewriteCompiled } from "./loading/compile-hook.ts";
import { rewriteInLoaderThread } from "./loading/loader-thread.ts";
import { type RewrittenScript, ScriptRewriter } from "./loading/script-rewriter.ts";
import { rewriteModules } from "./loading/sync-hooks.ts";
import { globalName } from "./rewriting/added-code.ts";
import { waitCounters } from "./wait-counters.ts";

export interface WaitsOptions {
  /** Absolute path of the parser's bundle. */
  readonly parser: string;
  /** Absolute path of the bundle that has this code; it exports `loaderHooks`. */
  readonly hooks: string;
  /** Scripts in these folders are not the app's: each ends with a separator. */
  readonly foreignFolders: readonly string[];
  /** Names of what `onWait` refers to. */
  readonly name: (name: MarkName) => void;
  /** A wait of 50 µs or more has ended. Times as of `performance.now()`. */
  readonly onWait: (site: number, what: number, startMs: number, endMs: number, isRejected: boolean) => void;
}

/** Which waits of a thread are measured. */
export type WaitsReach = "all" | "commonjs" | "none";

export interface Waits {
  /** `commonjs`: this Node, or this thread of it, has no hooks for modules; `none`: the parser cannot be read. */
  readonly reach: WaitsReach;
  /** Names what has been loaded since, and returns what has been counted; scripts and functions that were left as they are. */
  readonly read: () => { readonly sites: SiteCounts["sites"]; readonly unread: number; readonly left: number };
}

/** Measures what this thread's own scripts wait for, from now on. Call before the app's first line. */
export function installWaits({ parser, hooks, foreignFolders, name, onWait }: WaitsOptions): Waits {
  const awaited = new AwaitedNow();
  const counters = waitCounters(awaited, onWait);
  let scriptIds = 0;
  let unread = 0;
  let left = 0;
  const onScript = (script: RewrittenScript): void => {
    unread += Number(script.isUnread);
    left += script.left;
    if (script.sites.length === 0) return;
    scriptIds += 1;
    name({ table: "script", id: scriptIds, url: script.url });
    for (const site of script.sites) name({ table: "site", script: scriptIds, ...site });
  };
  const options = { parser, foreignFolders, threadId, sites: new SharedArrayBuffer(4) };
  let loaded = (): readonly RewrittenScript[] => [];
  let reach: WaitsReach = "none";
  try {
    const scripts = new ScriptRewriter(options, onScript);
    Object.defineProperty(globalThis, globalName(threadId), { value: counters.helper });
    rewriteCompiled(scripts);
    reach = "commonjs";
    if (rewriteModules(scripts)) reach = "all";
    else if (isMainThread) {
      const read = rewriteInLoaderThread(hooks, options);
      if (read !== undefined) [loaded, reach] = [read, "all"];
    }
  } catch {
    // The app runs as it is, as far as nothing is installed.
  }
  return {
    reach,
    read: () => {
      for (const script of loaded()) onScript(script);
      return { sites: counters.read(), unread, left };
    },
  };
}
