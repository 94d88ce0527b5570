import type { ScriptRewriter, ScriptFormat } from "./script-rewriter.ts";
import Module from "node:module";

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

/** What Node's hooks pass on. */
export interface LoadResult {
  readonly format?: string | null | undefined;
  readonly source?: unknown;
}

const utf8 = new TextDecoder();

/** A module with its waits measured. CommonJS is rewritten when it is compiled. */
export function rewrittenResult<T extends LoadResult>(result: T, url: string, scripts: ScriptRewriter): T {
  if (result.format !== "module" && result.format !== "module-typescript") return result;
  const text = textOf(result.source);
  if (text === undefined) return result;
  const rewritten = scripts.rewritten(text, url, "module");
  return rewritten === text ? result : { ...result, source: rewritten };
}

function textOf(source: unknown): string | undefined {
  if (typeof source === "string") return source;
  return source instanceof ArrayBuffer || source instanceof Uint8Array ? utf8.decode(source) : undefined;
}
