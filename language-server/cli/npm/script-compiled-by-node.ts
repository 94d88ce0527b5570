import { lstatSync, mkdirSync } from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";
import { privatePath } from "../../platform/private/state-path.ts";
import { unlessRefused } from "../../platform/refusals.ts";

/** Since Node.js 22.1; its types say that it is always there. */
const { enableCompileCache } = Module as { readonly enableCompileCache?: typeof Module.enableCompileCache };

/** What the npm package has in place of `../compiled-script.ts`: runs a file, and has Node keep what V8 compiles of it, where it can. */
export function runCompiled(file: string): unknown {
  if (enableCompileCache !== undefined && process.env["NODE_COMPILE_CACHE"] === undefined) {
    const folder = ownFolder();
    if (folder !== undefined) enableCompileCache(path.join(folder, "compiled"));
  }
  return createRequire(__filename)(file) as unknown;
}

/** Node would keep it in the temporary folder, where another user may be the first to put something. */
function ownFolder(): string | undefined {
  const folder = privatePath();
  if (folder === undefined) return undefined;
  unlessRefused(() => mkdirSync(folder, { mode: 0o700 }));
  const found = unlessRefused(() => lstatSync(folder));
  if (found?.isDirectory() !== true) return undefined;
  const uid = process.geteuid?.();
  return uid === undefined || (found.uid === uid && (found.mode & 0o022) === 0) ? folder : undefined;
}
