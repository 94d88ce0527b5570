import { appendFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { staleBuild, type StaleBuildFacts } from "../../../language-server/protocol/stale-build.ts";
import { makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

test("the server says what an app would run, and what builds it", async () => {
  const scripts = { build: "esbuild src/server.ts", start: "cross-env A=1 node dist/server.js" };
  const app = await makeApp({
    "src/server.ts": "export const a: number = 1;\n",
    "package.json": JSON.stringify({ name: "shop", scripts }),
  });
  const { folder } = app;
  const outfile = path.join(folder, "dist/server.js");
  await build({ entryPoints: [path.join(folder, "src/server.ts")], outfile, sourcemap: true, logLevel: "error" });
  await using client = await LspClient.start(bundle);
  const asked = (...words: readonly string[]): Promise<StaleBuildFacts | null> =>
    client.request(staleBuild, { folder, words: [...words], ran: [] });
  expect(await asked("npm", "start")).toBeNull();
  await appendFile(path.join(folder, "src/server.ts"), "// changed\n");
  expect(await asked("npm", "start")).toEqual({
    output: "dist/",
    source: "src/",
    changed: [path.join(folder, "src/server.ts")],
    steps: [{ folder, program: "npm", args: ["run", "build"], script: scripts.build }],
    command: "npm run build",
  });
  expect(await asked("tsx", "src/server.ts")).toBeNull();
});
