import { isMainThread, threadId } from "node:worker_threads";
import type { MarkName, SiteCounts } from "../marks/mark-rows.ts";
import { AwaitedNow } from "./awaited/awaited-now.ts";
import { watchCallbacks } from "./awaited/callbacks.ts";
import { noteChannels } from "./awaited/channels.ts";
import { WhatNames } from "./awaited/what-names.ts";
import { LoadedSites } from "./loaded-sites.ts";
import { rewriteCompiled } from "./loading/load-hook.ts";
import { rewriteInLoaderThread } from "./loading/loader-thread.ts";
import { ScriptRewriter } from "./loading/script-rewriter.ts";
import { rewriteModules } from "./loading/sync-hooks.ts";
import { globalName } from "./rewriting/added-code.ts";
import { type OnWait, type Steps, waitCounters } from "./wait-counters.ts";

export interface WaitsOptions {
  /** Absolute path of the parser's bundle. */
  readonly parser: string;
  /** Absolute path of the bundle that has this code; it exports `loaderHooks`. */
  readonly hooks: string;
  /** Scripts in these folders are not the app's: each ends with a separator. */
  readonly foreignFolders: readonly string[];
  /** Names of what `onWait` refers to. */
  readonly name: (name: MarkName) => void;
  /** The request whose code runs now, from 1; 0: none. */
  readonly requestOf: () => number;
  /** By default they are not counted, and the clock is read at the end of each wait. */
  readonly steps?: Steps;
  /** A wait of 50 µs or more has ended. */
  readonly onWait: OnWait;
}

/** Which waits of a thread are measured. */
type WaitsReach = "all" | "commonjs" | "none";

export interface Waits {
  /** `commonjs`: this Node, or this thread of it, has no hooks for modules; `none`: the parser cannot be read. */
  readonly reach: WaitsReach;
  /** See `AwaitedNow`. */
  readonly callbackBegins: AwaitedNow["callbackBegins"];
  /** Names what has been loaded since, and returns what has been counted; scripts and functions that were left as they are. */
  readonly read: () => { readonly sites: SiteCounts["sites"]; readonly unread: number; readonly left: number };
}

/** A timer can come that much before its delay is over. */
const timerToleranceMs = 1;

/** Measures what this thread's own scripts wait for, from now on. Call before the app's first line. */
export function installWaits({ parser, hooks, foreignFolders, name, requestOf, steps, onWait }: WaitsOptions): Waits {
  const names = new WhatNames(name);
  const awaited = new AwaitedNow(requestOf, (what) => names.delayOf(what));
  const onCounted: OnWait = (site, what, startMs, endMs, isRejected, dueMs) => {
    // A timer that comes later only limits the wait.
    const isLater = Number.isNaN(dueMs)
      ? (names.delayOf(what) ?? 0) > endMs - startMs + timerToleranceMs
      : dueMs > endMs + timerToleranceMs;
    onWait(site, isLater ? 0 : what, startMs, endMs, isRejected, isLater ? Number.NaN : dueMs);
  };
  const counters = waitCounters(awaited, onCounted, steps);
  const options = { parser, foreignFolders, threadId, sites: new SharedArrayBuffer(4) };
  const loaded = new LoadedSites(name, options.sites);
  let reach = "none" as WaitsReach;
  attempt(() => {
    const scripts = new ScriptRewriter(options, (script) => loaded.add(script));
    Object.defineProperty(globalThis, globalName(threadId), { value: counters.helper });
    rewriteCompiled(scripts);
    reach = "commonjs";
    if (rewriteModules(scripts)) reach = "all";
    else if (isMainThread) {
      const read = rewriteInLoaderThread(hooks, options);
      if (read === undefined) return;
      loaded.readMore = read;
      reach = "all";
    }
  });
  if (reach !== "none") {
    attempt(() => noteChannels(awaited, names));
    attempt(() =>
      watchCallbacks({ awaited, names, foreignFolders, siteOf: (caller, text) => loaded.callback(caller, text), count: counters.add }),
    );
  }
  return {
    reach,
    callbackBegins: (isOfPromise) => awaited.callbackBegins(isOfPromise),
    read: () => {
      loaded.update();
      return { sites: counters.read(), unread: loaded.unread, left: loaded.left };
    },
  };
}

/** The app runs as it is, as far as nothing is installed: the permission model, for example, forbids the thread for hooks. */
function attempt(install: () => void): void {
  try {
    install();
  } catch {
    // It is said by `reach`.
  }
}
