import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { speedscopeFiles } from "./speedscope-files.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Builds the scripts that exported files contain, as `npm run build` does, into `outdir/webview`. */
export async function buildExportedPages(outdir: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { svg: "webview/svg/main.ts", html: "webview/html/main.ts" },
    outdir: path.join(outdir, "webview"),
    bundle: true,
    minify: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
  });
  for (const [name, { body }] of await speedscopeFiles()) {
    const file = path.join(outdir, "webview", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, body);
  }
}
