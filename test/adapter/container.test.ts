import { cp, mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import type { AttachArguments } from "../../extension/debug-adapter/launch-arguments.ts";
import type { Run } from "../../language-server/history/run.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { startContainer } from "../drivers/adapter/container.ts";
import { DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";
import { reportedProblems } from "../drivers/adapter/reported-problems.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";
import { someOf } from "../workbench/some-of.mjs";

const port = 3000;
/** The work is in JSON, so that it has a frame of its own even where V8 inlines the rest. */
const serverText = `import http from "node:http";

interface Order {
  readonly items: readonly number[];
}

function priced(order: Order): string {
  return JSON.stringify(order.items.map((item) => ({ item, price: item / 3 }))); // planted
}

http
  .createServer((_request, response) => response.end(priced({ items: [...Array(3000).keys()] })))
  .listen(${port}, "127.0.0.1", () => console.log("listening"));
`;
const planted = serverText.split("\n").findIndex((line) => line.endsWith("// planted"));

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

interface Recorded {
  readonly run: Run;
  readonly hottest: number | undefined;
  /** The note about where the sources were found. */
  readonly said: readonly string[];
}

interface Shop {
  /** On the host: the sources, the build and its source map. */
  readonly local: string;
  /** In the container: the build only, without sources and map. */
  readonly image: string;
}

async function makeShop(): Promise<Shop> {
  const base = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-shop-")));
  const [local, image] = [path.join(base, "shop"), path.join(base, "image")];
  await mkdir(path.join(local, "src"), { recursive: true });
  await writeFile(path.join(local, "src/server.ts"), serverText);
  const entryPoints = [path.join(local, "src/server.ts")];
  await build({
    entryPoints,
    outdir: path.join(local, "dist"),
    format: "cjs",
    platform: "node",
    sourcemap: "linked",
    sourcesContent: false,
  });
  await mkdir(path.join(image, "dist"), { recursive: true });
  await cp(path.join(local, "dist/server.js"), path.join(image, "dist/server.js"));
  return { local, image };
}

/** Records the shop in a container under load; returns its run and the hottest source line, as the editor shows it. */
async function recordInContainer(shop: Shop, pathMappings: AttachArguments["pathMappings"]): Promise<Recorded> {
  const { local, image } = shop;
  await using container = await startContainer(image, "/app", "dist/server.js", port);
  await using client = await DapClient.start();
  await client.attach(container.inspectorPort, { cwd: local, workspaceFolders: [local], ...(pathMappings && { pathMappings }) });
  expect(await client.waitForPort()).toBe(port);
  await client.request("heatline.startLoad", { plan: loadPlan(container.serverPort) });
  const run = await client.run();
  expect(reportedProblems(client)).toEqual([]);
  await using server = await LspClient.start(bundle);
  const uri = pathToFileURL(path.join(local, "src/server.ts")).href;
  await server.open(uri, serverText, 1, "typescript");
  const { problems } = await server.request(openRun, { folder: path.join(client.runsFolder, run.id) });
  const lines = await server.heat(uri, 1, (found) => found.length > 0);
  const [hottest] = lines.toSorted((a, b) => b.step - a.step);
  await client.stop();
  expect((await fetch(`http://127.0.0.1:${container.serverPort}/`)).status).toBe(200);
  return { run, hottest: hottest?.line, said: problems.map(({ message }) => message).filter((message) => message.includes("found")) };
}

test("an app in a container is recorded under load, and with path mappings the line of the local source has its heat", async () => {
  const shop = await makeShop();
  const { run, hottest, said } = await recordInContainer(shop, { "/app": shop.local });
  expect(run.load?.requests).toBeGreaterThan(0);
  expect(run.app.argv.at(-1)).toBe("/app/dist/server.js");
  expect(hottest).toBe(planted);
  expect(said).toEqual([]);
});

test.each(someOf(1, [undefined, { "/srv/other": "/nowhere", "/app": "/wrong" }]))(
  "with path mappings %o its sources are found by the ends of their paths, and the run says so",
  { tags: "thorough" },
  async (mappings) => {
    const shop = await makeShop();
    const { hottest, said } = await recordInContainer(shop, mappings);
    expect(hottest).toBe(planted);
    expect(said).toEqual([expect.stringContaining(`/app → ${shop.local}.`)]);
    expect(said[0]?.includes("/app → /wrong")).toBe(mappings !== undefined);
  },
);
