import path from "node:path";
import { build } from "esbuild";
import { madeOnce } from "./made-once.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** What measures waits, and the parser, as bundles for Node 18. */
export async function buildWaits(): Promise<{ readonly rewriting: string; readonly parser: string }> {
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
    await build({ ...common, entryPoints: { rewriting: "test/drivers/waits-entry.ts", parser: "@babel/parser" } });
  });
  return { rewriting: path.join(folder, "rewriting.js"), parser: path.join(folder, "parser.js") };
}
