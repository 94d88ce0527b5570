import Module from "node:module";
import type { ScriptFormat, ScriptRewriter } from "./script-rewriter.ts";

type Compile = (this: unknown, text: unknown, file: string, format?: string, ...rest: unknown[]) => unknown;

/** Rewrites what `require` loads, after a compiler such as ts-node or tsx has made JavaScript of it. */
export function rewriteCompiled(scripts: ScriptRewriter): void {
  const prototype = Module.prototype as unknown as { _compile: Compile };
  const compile = prototype._compile;
  prototype._compile = function (this, text, file, format, ...rest) {
    const rewritten = typeof text === "string" && typeof file === "string" ? scripts.rewritten(text, file, formatOf(format, file)) : text;
    return Reflect.apply(compile, this, [rewritten, file, format, ...rest]);
  };
}

/** Before Node 20 it names none. */
function formatOf(named: unknown, file: string): ScriptFormat {
  if (typeof named === "string") return named.startsWith("module") ? "module" : "commonjs";
  return file.endsWith(".cjs") ? "commonjs" : undefined;
}
