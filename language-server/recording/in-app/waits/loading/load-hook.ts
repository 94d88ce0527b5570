import type { ScriptRewriter } from "./script-rewriter.ts";

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
