import { readFile } from "node:fs/promises";
import path from "node:path";

interface SpeedscopeFile {
  readonly body: string | Uint8Array;
  readonly type: string;
}

/** `out/webview/speedscope` as built, from the package's release. */
export async function speedscopeFiles(): Promise<Map<string, SpeedscopeFile>> {
  const release = path.join(import.meta.dirname, "../../node_modules/speedscope/dist/release");
  const index = await readFile(path.join(release, "index.html"), "utf8");
  const name = (ending: string): string => {
    const match = new RegExp(`"(speedscope-[\\w-]+\\.${ending})"`).exec(index);
    if (match?.[1] === undefined) throw new Error(`speedscope's page names no .${ending} file.`);
    return path.join(release, match[1]);
  };
  const css = await readFile(name("css"), "utf8");
  const font = /\.\/([\w.-]+\.woff2)/.exec(css)?.[1] ?? "";
  return new Map<string, SpeedscopeFile>([
    ["/speedscope/speedscope.js", { body: await readFile(name("js")), type: "text/javascript" }],
    ["/speedscope/speedscope.css", { body: css, type: "text/css" }],
    [`/speedscope/${font}`, { body: await readFile(path.join(release, font)), type: "font/woff2" }],
  ]);
}
