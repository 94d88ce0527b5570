import { cp, mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { startContainer } from "../drivers/adapter/container.ts";
import { DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

const port = 3000;
/** The work is in JSON, so that the sampler has a frame of it wherever V8 inlines the rest. */
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
  bundle = await bundleServer("container");
});

interface Shop {
  /** On this machine: sources, what was built from them, and its map. */
  readonly local: string;
  /** What a container is given: what was built, without sources and map. */
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

test("an app in a container is recorded under load, and with path mappings the line of the local source lights up", async () => {
  const { local, image } = await makeShop();
  await using container = await startContainer(image, "/app", "dist/server.js", port);
  await using client = await DapClient.start();
  await client.attach(container.inspectorPort, { cwd: local, workspaceFolders: [local], pathMappings: { "/app": local } });
  expect(await client.waitForPort()).toBe(port);
  await client.request("heatline.startLoad", { plan: loadPlan(container.serverPort) });
  const run = await client.run();
  expect(run.load?.requests).toBeGreaterThan(0);
  expect(run.app.argv.at(-1)).toBe("/app/dist/server.js");
  expect(client.all("heatline.problem")).toEqual([]);

  await using server = await LspClient.start(bundle);
  const uri = pathToFileURL(path.join(local, "src/server.ts")).href;
  await server.open(uri, serverText, 1, "typescript");
  await server.request(openRun, { folder: path.join(client.runsFolder, run.id) });
  const lines = await server.heat(uri, 1, (found) => found.length > 0);
  const [hottest] = lines.toSorted((a, b) => b.step - a.step);
  expect(hottest?.line).toBe(planted);
  await client.stop();
  expect((await fetch(`http://127.0.0.1:${container.serverPort}/`)).status).toBe(200);
});
