import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";
import { Script } from "node:vm";
import { isKeepingCode } from "../platform/private/code-cache.ts";
import { unlessRefused } from "../platform/refusals.ts";

interface Scope {
  readonly exports: unknown;
  readonly require: unknown;
  readonly module: { readonly exports: unknown };
}

/**
 * Runs a CommonJS file and returns its exports. Where Node keeps compiled code it comes from there, else from V8's code cache if the build made
 * one (`FILE.cache`): compiling takes about a tenth of the time for a small log. Another V8 version rejects that cache; then the code is
 * compiled as usual.
 */
export function runCompiled(file: string, scope: Scope = newScope(file)): unknown {
  const cachedData = isKeepingCode() ? undefined : unlessRefused(() => readFileSync(`${file}.cache`));
  if (cachedData === undefined) return createRequire(file)(file);
  const script = new Script(Module.wrap(readFileSync(file, "latin1")), { filename: file, cachedData });
  const start = script.runInThisContext() as (...scope: readonly unknown[]) => void;
  start(scope.exports, scope.require, scope.module, file, path.dirname(file));
  return scope.module.exports;
}

function newScope(file: string): Scope {
  const module = { exports: {} };
  return { exports: module.exports, require: createRequire(file), module };
}
