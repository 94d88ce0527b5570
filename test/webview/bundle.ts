import { build } from "esbuild";
import path from "node:path";
import type { Served } from "./browser.ts";

const sources = path.join(import.meta.dirname, "../../webview");

/** Bundles one webview entry in memory with the build's settings: `/<name>.js` and, if it imports styles, `/<name>.css`. */
export async function bundle(name: "compare" | "flame" | "load" | "request" | "timeline"): Promise<Map<string, Served>> {
  const result = await build({
    entryPoints: { [name]: path.join(sources, name, "main.ts") },
    bundle: true,
    write: false,
    outdir: "/",
    platform: "browser",
    format: "iife",
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
  });
  return new Map(
    result.outputFiles.map((file) => [
      `/${path.basename(file.path)}`,
      { body: file.contents, type: file.path.endsWith(".css") ? "text/css" : "text/javascript" },
    ]),
  );
}
