import dns from "node:dns";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import timerPromises from "node:timers/promises";
import { type AwaitedNow, type PendingCall, ranks } from "./awaited-now.ts";
import { type Caller, ownCaller } from "./own-caller.ts";
import { type AnyFunction, replace, type AwaitedKind, type WhatNames } from "./what-names.ts";

// Before the app can replace them.
const now = performance.now.bind(performance);
const { apply } = Reflect;

type Functions = Record<string, unknown>;

export interface CallbackOptions {
  readonly awaited: AwaitedNow;
  readonly names: WhatNames;
  readonly foreignFolders: readonly string[];
  /** Id of the site of a call such as `fs.readFile`; undefined if there is no room for it. */
  readonly siteOf: (caller: Caller, text: string) => number | undefined;
  /** Times in milliseconds as of `performance.now()`. */
  readonly count: (site: number, what: number, startMs: number, endMs: number, isRejected: boolean) => void;
}

const ofFiles =
  "access appendFile chmod chown close copyFile cp fchmod fchown fdatasync fstat fsync ftruncate futimes lchown link lstat lutimes mkdir mkdtemp open opendir read readdir readFile readlink readv realpath rename rm rmdir stat statfs symlink truncate unlink utimes write writeFile writev".split(
    " ",
  );
const ofNames =
  "lookup lookupService resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTxt reverse".split(
    " ",
  );

/** Counts what own code waits for by a callback of `fs`, `dns` or `setTimeout`, and notes what their promises begin. */
export function watchCallbacks(options: CallbackOptions): void {
  const { awaited, names } = options;
  const watchAll = (module: object, kind: AwaitedKind, called: string, functions: readonly string[]): void => {
    const { promises } = module as { readonly promises: Functions };
    for (const name of functions) {
      replace(module, name, (original) => watchedCall(original, options, `${called}.${name}`, names.id(kind, name)));
      replace(
        promises,
        name,
        (original) =>
          function (this: unknown, ...values) {
            awaited.begin(names.id(kind, name), ranks.whole, now());
            return apply(original, this, values);
          },
      );
    }
  };
  watchAll(fs, "fs", "fs", ofFiles);
  watchAll(dns, "dns", "dns", ofNames);
  replace(
    timerPromises,
    "setTimeout",
    (original) =>
      function (this: unknown, ...values) {
        const [what, startMs] = [timerName(names, values[0]), now()];
        awaited.begin(what, ranks.timer, startMs);
        const promise = apply(original, this, values) as object;
        awaited.setTimer(promise, what, startMs + (names.delayOf(what) ?? Number.NaN));
        return promise;
      },
  );
  const watched = replace(timers, "setTimeout", (original) => watchedTimer(original, options));
  if (watched !== undefined) Object.defineProperty(globalThis, "setTimeout", { ...propertyOf("setTimeout"), value: watched });
  syncBuiltinESMExports();
}

/** A function whose last argument is called at the end, with an error first. */
function watchedCall(
  original: AnyFunction,
  { awaited, foreignFolders, siteOf, count }: CallbackOptions,
  text: string,
  what: number,
): AnyFunction {
  return function watched(this: unknown, ...values) {
    const callback = values.at(-1);
    if (typeof callback !== "function") return apply(original, this, values);
    const caller = ownCaller(watched, foreignFolders);
    const site = typeof caller === "object" ? siteOf(caller, text) : undefined;
    const call: PendingCall = { isAwaited: false };
    const startMs = now();
    awaited.begin(what, caller === "node" ? ranks.part : ranks.whole, startMs, call);
    if (site === undefined) return apply(original, this, values);
    values[values.length - 1] = function (this: unknown, ...results: unknown[]): unknown {
      const isRejected = results[0] !== null && results[0] !== undefined;
      if (!call.isAwaited) count(site, what, startMs, now(), isRejected);
      return apply(callback as AnyFunction, this, results);
    };
    return apply(original, this, values);
  };
}

function watchedTimer(original: AnyFunction, { awaited, names, foreignFolders, siteOf, count }: CallbackOptions): AnyFunction {
  return function watched(this: unknown, callback, ...values) {
    if (typeof callback !== "function") return apply(original, this, [callback, ...values]);
    const caller = ownCaller(watched, foreignFolders);
    const site = typeof caller === "object" ? siteOf(caller, "setTimeout") : undefined;
    const call: PendingCall = { isAwaited: site === undefined };
    const what = timerName(names, values[0]);
    const startMs = now();
    awaited.begin(what, ranks.timer, startMs, call);
    let hasRun = false;
    const onTime = function (this: unknown, ...given: unknown[]): unknown {
      const ranMs = now();
      // `refresh` lets it come again, which is another wait.
      if (!call.isAwaited) count(site as number, what, startMs, ranMs, false);
      if (!hasRun) awaited.timerRuns(startMs + (names.delayOf(what) ?? Number.NaN), ranMs);
      call.isAwaited = true;
      hasRun = true;
      return apply(callback as AnyFunction, this, given);
    };
    return apply(original, this, [onTime, ...values]);
  };
}

function timerName(names: WhatNames, delay: unknown): number {
  const asked = Math.trunc(Number(delay));
  // As Node takes it.
  const delayMs = asked >= 1 && asked <= 2 ** 31 - 1 ? asked : 1;
  return names.id("timer", `${delayMs} ms`, delayMs);
}

function propertyOf(name: string): PropertyDescriptor | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, name);
}
