import path from "node:path";
import { build } from "esbuild";
import { cp } from "node:fs/promises";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";
import { madeOnce } from "../drivers/made-once.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The MCP server with all that it starts, as esbuild.config.mjs builds them; resolves to its file. */
export async function bundleMcp(): Promise<string> {
  return path.join(await madeOnce("mcp", bundle), "mcp.js");
}

async function bundle(outdir: string): Promise<void> {
  const [server, { debugAdapter }] = await Promise.all([bundleServer(), buildAdapter()]);
  for (const folder of [server, path.dirname(debugAdapter)]) await cp(folder, outdir, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: { mcp: "language-server/mcp/main.ts" },
    outdir,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "warning",
    mainFields: ["module", "main"],
  });
}
