import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { HtmlParts } from "../analysis/exporters/html/html.ts";
import { ifMissing } from "../platform/refusals.ts";

/** The folder is beside the bundle that runs. */
const folder = path.join(__dirname, "webview");
const speedscope = path.join(folder, "speedscope");

/** A built file that an exported page carries. The npm package has large ones compressed. */
export async function pageFile(name: string): Promise<string> {
  const file = path.join(folder, name);
  const compressed = await readFile(`${file}.br`).catch(ifMissing);
  if (compressed === undefined) return readFile(file, "utf8");
  const { brotliDecompress } = await import("node:zlib");
  return String(await promisify(brotliDecompress)(compressed));
}

export async function htmlParts(): Promise<HtmlParts> {
  const fonts = (await readdir(speedscope)).filter((name) => name.endsWith(".woff2"));
  return {
    script: await pageFile("html.js"),
    speedscopeScript: await pageFile("speedscope/speedscope.js"),
    speedscopeStyle: await pageFile("speedscope/speedscope.css"),
    fonts: Object.fromEntries(await Promise.all(fonts.map(async (name) => [name, await readFile(path.join(speedscope, name), "base64")]))),
  };
}

/** In base64, as a content security policy has it. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
