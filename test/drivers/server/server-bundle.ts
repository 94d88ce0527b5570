import { mkdir } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { buildExportedPages } from "../exported-pages.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** Bundles the server and its worker like `npm run build`, into a separate folder; resolves to that folder. */
export async function bundleServer(name: string): Promise<string> {
  const outdir = path.join(root, ".cache/test-out", `${name}-${process.pid}`);
  await mkdir(outdir, { recursive: true });
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
  });
  await buildExportedPages(outdir);
  return outdir;
}
