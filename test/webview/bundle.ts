import { build } from "esbuild";
import path from "node:path";
import type { Served } from "./browser.ts";

const sources = path.join(import.meta.dirname, "../../webview");

type Entry = "compare" | "flame" | "load" | "request" | "timeline";

const bundled = new Map<Entry, Promise<Map<string, Served>>>();

/** One webview entry as the build bundles it, once for all test files of a worker: `/<name>.js` and, if it imports styles, `/<name>.css`. */
export async function bundle(name: Entry): Promise<Map<string, Served>> {
  const files = bundled.get(name) ?? bundleEntry(name);
  bundled.set(name, files);
  return new Map(await files);
}

async function bundleEntry(name: Entry): Promise<Map<string, Served>> {
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
