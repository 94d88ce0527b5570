import path from "node:path";
import { build } from "esbuild";
import { madeOnce } from "./made-once.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** What measures waits (`parts`: what the tests drive of it), and the parser, as bundles for Node 18. */
export async function buildWaits(): Promise<{ readonly hooks: string; readonly parts: string; readonly parser: string }> {
  const folder = await madeOnce("waits", async (outdir) => {
    const common = {
      bundle: true,
      platform: "node",
      format: "cjs",
      target: "node18",
      absWorkingDir: root,
      outdir,
      logLevel: "error",
    } as const;
    const entryPoints = {
      parts: "test/drivers/waits-entry.ts",
      parser: "@babel/parser",
    };
    await build({ ...common, entryPoints });
  });
  return { hooks: path.join(folder, "parts.js"), parts: path.join(folder, "parts.js"), parser: path.join(folder, "parser.js") };
}
