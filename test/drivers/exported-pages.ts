import path from "node:path";
import { build } from "esbuild";

const root = path.resolve(import.meta.dirname, "../..");

/** What exported files carry, as built by `npm run build`, into `outdir/webview`. */
export async function buildExportedPages(outdir: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { svg: "webview/svg/main.ts" },
    outdir: path.join(outdir, "webview"),
    bundle: true,
    minify: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
  });
}
