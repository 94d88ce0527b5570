import { cp, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { explainedRequest } from "../../../language-server/protocol/explain/explained-request.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { recordService } from "../../drivers/server/recorded-load.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

const sample = path.resolve(import.meta.dirname, "../../../samples/held-up-orders/before");
const load = {
  requests: [{ path: "/orders/7", weight: 4 }, { path: "/report" }],
  connections: 10,
  durationSeconds: 3,
  warmupSeconds: 0,
};

test("of a recorded app: how often an order asks the database, who holds it up, and where the time of the slowest ones went", async () => {
  const base = await realpath(await mkdtemp(path.join(tmpdir(), "heatline-recorded-waits-")));
  const folder = path.join(base, "app");
  await cp(sample, folder, { recursive: true });
  const service = { folder, program: "server.js", runsFolder: path.join(base, "runs"), load, pass: "waits" } as const;
  const [run, bundle] = await Promise.all([recordService(service), bundleServer()]);
  // As whoever writes it into the folder of its run does.
  const file = path.join(run, "run.json");
  await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, "utf8")) as object), pass: "waits" }));

  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  const uri = pathToFileURL(path.join(folder, "orders.js")).href;
  await client.open(uri, await readFile(path.join(folder, "orders.js"), "utf8"));
  const lines = await client.heat(uri, 1, (all) => all.some(({ text }) => text.includes("waited")));
  const textOf = (line: number): string => lines.find((each) => each.line === line - 1)?.text ?? "";
  expect(textOf(6)).toMatch(/^waited [\d.]+ ms per request( ·|$)/);
  expect(textOf(10)).toMatch(/^waited [\d.]+ ms per request, 10 times · held up [\d.]+ m?s by report\.js:12( · .* total)?$/);

  // Where a wait of the line was under way when the recording began or ended, its count is told apart from what was awaited.
  const settled = async (line: number): Promise<number> => {
    const [, shown = ""] =
      /(?:Awaited since the app started: .* ×|Settled since the app started: )([\d,]+)/.exec(await client.hoverText(uri, line - 1)) ?? [];
    return Number(shown.replaceAll(",", ""));
  };
  const [orders, items] = [await settled(6), await settled(10)];
  expect(orders).toBeGreaterThan(10);
  // An order that the end of the recording cut off has fewer.
  expect(items).toBeGreaterThan((orders - load.connections) * 10);
  expect(items).toBeLessThanOrEqual(orders * 10);

  const slowest = await client.request(explainedRequest, { which: { kind: "like", request: "GET /orders/7", from: 0 } });
  expect(slowest?.title).toMatch(/^GET \/orders\/7, /);
  expect(slowest?.facts.join()).toMatch(/status 200,port \d+, request \d+ of its connection,process \d+/);
  expect(slowest?.one.sum).toMatch(/^[\d,.]+ ms = .* before the handler began .* own CPU .* waiting .* held up by .* not explained$/);
  expect(slowest?.one.rows.some(({ label, location }) => label === "orders.js:10" && location?.uri === uri)).toBe(true);
  const together = await client.request(explainedRequest, { which: { kind: "together" } });
  expect(together?.one.parts.reduce((sum, { ms }) => sum + ms, 0)).toBeCloseTo(together?.one.ms ?? 0, -1);
});
