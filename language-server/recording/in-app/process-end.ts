import type { Tell } from "./messages.ts";
import { monotonicUs } from "./thread-clock.ts";

type ReallyExit = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Reports when the thread has run its last `exit` listener, as far as `process.exit` ends it: what Node does then, such as waiting for our
 * inspector, is not the app's work. Packages replace `process.reallyExit`, too; each calls the one before. Returns what restores it.
 */
export function watchEnd(tell: Tell): () => void {
  const target = process as unknown as { reallyExit: ReallyExit };
  const { reallyExit } = target;
  const marked: ReallyExit = function (this: unknown, ...args) {
    tell({ kind: "ended", atUs: monotonicUs() });
    return reallyExit.apply(this, args);
  };
  Object.defineProperty(marked, "name", { value: "reallyExit" });
  const replaced = { ...Object.getOwnPropertyDescriptor(target, "reallyExit"), value: marked };
  // The app may have frozen `process`.
  if (!Reflect.defineProperty(target, "reallyExit", replaced)) return () => undefined;
  return () => {
    if (target.reallyExit === marked) target.reallyExit = reallyExit;
  };
}
