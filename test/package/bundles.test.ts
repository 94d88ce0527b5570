import { build, type Metafile } from "esbuild";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

type Output = Metafile["outputs"][string];

/** Bundles an entry in memory. */
async function bundled(entry: string, platform: "node" | "browser"): Promise<Output | undefined> {
  const { metafile }: { readonly metafile: Metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform,
    outdir: "unused",
    external: [
      "vscode",
      "./command-line-ru.js",
      "./command-line-zh-cn.js",
      "./recorded-app.js",
      "./benched-versions.js",
      "./client-setup.js",
    ],
    logLevel: "silent",
  });
  return Object.values(metafile.outputs).find((each) => each.entryPoint !== undefined);
}

/** The files that end up in a bundle. */
function filesIn(output: Output | undefined): readonly string[] {
  return Object.entries(output?.inputs ?? {})
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => file);
}

async function packagesIn(entry: string, platform: "node" | "browser"): Promise<ReadonlySet<string>> {
  const files = filesIn(await bundled(entry, platform));
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

test(
  "the command starts with its texts in English only, and without the parts of Node that few files need",
  { timeout: 60_000 },
  async () => {
    const command = await bundled("language-server/cli/main.ts", "node");
    const bundles = filesIn(command).filter((file) => file.includes("texts/bundles/"));
    expect(new Set(bundles.map((file) => path.basename(file)))).toEqual(new Set(["en.ts"]));
    const loaded = new Set(command?.imports.filter(({ kind }) => kind !== "dynamic-import").map((each) => each.path));
    expect(loaded).toContain("node:fs");
    for (const late of ["node:http", "node:https", "node:zlib"]) expect(loaded).not.toContain(late);
  },
);
