import path from "node:path";
import { build } from "esbuild";
import { quickModules } from "../../../esbuild.quick-modules.mjs";
import { buildExportedPages } from "../exported-pages.ts";
import { madeOnce } from "../made-once.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** Bundles the server and its worker like `npm run build`; resolves to their folder. */
export function bundleServer(): Promise<string> {
  return madeOnce("server", bundle);
}

async function bundle(outdir: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { server: "language-server/lsp/main.ts", "analysis-worker": "language-server/lsp/worker/analysis-worker.ts" },
    outdir,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node22",
    sourcemap: "linked",
    legalComments: "none",
    logLevel: "warning",
    external: ["vscode"],
    plugins: [quickModules],
  });
  await buildExportedPages(outdir);
}
