import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { listFiles, PackageManager } from "@vscode/vsce";
import { expect, test } from "vitest";

test("the package has no files that only the terminal needs, no source maps, no sources, and no picture that only the repository's page shows", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-packaged-"));
  try {
    for (const name of [".vscodeignore", "package.json"]) await cp(name, path.join(folder, name));
    const built = [
      "extension.js",
      "server.js",
      "parser.js",
      "heatline.js",
      "command-line.js",
      "command-line.js.cache",
      "recorded-app.js",
      "benched-versions.js",
      "client-setup.js",
      "in-app/preload.js",
      "in-app/preload.js.map",
      "server.js.map",
    ].map((name) => `out/${name}`);
    const media = ["icon.png", "readme.png", "walkthrough/read.svg"].map((name) => `extension/media/${name}`);
    for (const file of [...built, ...media, "out/webview/flame.js", "out/webview/flame.js.map", "extension/main.ts"]) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), "");
    }
    const files = await listFiles({ cwd: folder, packageManager: PackageManager.None });
    expect(files.filter((file) => file.includes("/")).toSorted()).toEqual([
      "extension/media/icon.png",
      "extension/media/walkthrough/read.svg",
      "out/extension.js",
      "out/in-app/preload.js",
      "out/parser.js",
      "out/server.js",
      "out/webview/flame.js",
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
