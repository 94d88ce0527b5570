import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readRequests } from "../../extension/load/import/read-requests.ts";
import type { LoadRequest } from "../../language-server/analysis/load/load.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { listen, runLoad } from "./load-server.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The requests to the first server of a file. */
function requestsIn(name: string, text: string): readonly LoadRequest[] {
  const found = readRequests(name, text);
  if ("code" in found) throw new Error(`Not read: ${JSON.stringify(found)}`);
  return found.servers[0]!.requests;
}

/** What a server saw when these requests were sent: `METHOD /path body`, with its share of all. */
async function seen(requests: readonly LoadRequest[], appFolder = root): Promise<Readonly<Record<string, number>>> {
  await using server = await listen();
  const { report } = await runLoad(loadPlan(server.port, { requests, warmupSeconds: 0, durationSeconds: 1 }), { appFolder });
  expect(report).toMatchObject({ errors: 0, non2xx: 0 });
  const total = [...server.counts.values()].reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThan(100);
  return Object.fromEntries([...server.counts].map(([key, count]) => [Buffer.from(key, "latin1").toString(), count / total]));
}

/** The shares that the file asks for. */
function meant(all: Readonly<Record<string, number>>): Readonly<Record<string, unknown>> {
  const total = Object.values(all).reduce((sum, weight) => sum + weight, 0);
  return Object.fromEntries(Object.entries(all).map(([key, weight]) => [key, expect.closeTo(weight / total, 1) as number]));
}

test("a server sees a HAR file's requests, in the recorded proportions", async () => {
  const text = await readFile(path.join(root, "test/fixtures/requests/shop.har"), "utf8");
  expect(await seen(requestsIn("shop.har", text))).toEqual(
    meant({
      "GET /": 1,
      "POST /login  name=ann&password=s3cret+%26+more": 1,
      "GET /api/orders?page=1": 3,
      "GET /api/orders?page=2": 1,
      'POST /api/orders  {"article":7,"note":"für Ann"}': 1,
      'POST /api/orders  {"article":9,"note":"für Ann"}': 1,
      'PUT /api/orders/7  {"count":2}': 1,
      "DELETE /api/orders/9": 1,
    }),
  );
});

test("a server sees an OpenAPI document's requests", async () => {
  const text = await readFile(path.join(root, "node_modules/@readme/oas-examples/3.0/yaml/uspto.yaml"), "utf8");
  expect(await seen(requestsIn("uspto.yaml", text))).toEqual(
    meant({
      "GET /ds-api/": 1,
      "GET /ds-api/oa_citations/v1/fields": 1,
      "POST /ds-api/oa_citations/v1/records  criteria=*%3A*&start=0&rows=100": 1,
    }),
  );
});

test("a server sees a .http file's requests, with a body from a file", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-http-"));
  await mkdir(path.join(folder, "bodies"));
  await writeFile(path.join(folder, "bodies/order.json"), '{"a":1}');
  const text = [
    "@host = http://localhost:9999",
    "GET {{host}}/orders?of={{host}}",
    "X-Key: k",
    "###",
    "PUT {{host}}/orders/7",
    "",
    "< bodies/order.json",
  ];
  try {
    expect(await seen(requestsIn("shop.http", text.join("\n")), folder)).toEqual(
      meant({ "GET /orders?of=http://localhost:9999 k": 1, 'PUT /orders/7  {"a":1}': 1 }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
