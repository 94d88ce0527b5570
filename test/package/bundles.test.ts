import { build, type Metafile } from "esbuild";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Bundles an entry in memory and answers the files that end up in it. */
async function filesIn(entry: string, platform: "node" | "browser"): Promise<readonly string[]> {
  const { metafile }: { readonly metafile: Metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform,
    outdir: "unused",
    external: ["vscode", "./command-line-ru.js", "./command-line-zh-cn.js"],
    logLevel: "silent",
  });
  const [output] = Object.values(metafile.outputs).filter((each) => each.entryPoint !== undefined);
  return Object.entries(output?.inputs ?? {})
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => file);
}

async function packagesIn(entry: string, platform: "node" | "browser"): Promise<ReadonlySet<string>> {
  const files = await filesIn(entry, platform);
  return new Set(files.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? ""));
}

test("bundled packages work in the bundles", { timeout: 60_000 }, async () => {
  expect(await packagesIn("extension/language-client.ts", "node")).toContain("vscode-languageclient");
  const adapter = await packagesIn("extension/debug-adapter/main.ts", "node");
  expect(adapter).toContain("@vscode/debugadapter");
  expect(adapter).toContain("chrome-remote-interface");
  expect(await packagesIn("webview/load/main.ts", "browser")).toContain("@vscode/webview-ui-toolkit");
  expect(existsSync("node_modules/speedscope/dist/release/index.html")).toBe(true);
});

test("the command starts with its texts in English only: other languages are bundles of their own", { timeout: 60_000 }, async () => {
  const files = await filesIn("language-server/cli/main.ts", "node");
  const bundles = files.filter((file) => file.includes("texts/bundles/"));
  expect(new Set(bundles.map((file) => path.basename(file)))).toEqual(new Set(["en.ts"]));
});
