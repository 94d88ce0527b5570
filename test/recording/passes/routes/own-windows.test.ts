import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import type { RouteWindows } from "../../../../language-server/analysis/timeline/tracks.ts";
import { loadToolList } from "../../../../language-server/recording/load/load-tools.ts";
import { loadByRoutes } from "../../../../language-server/recording/passes/routes/routes-load.ts";
import { routesSchedule } from "../../../../language-server/recording/passes/routes/routes-schedule.ts";
import { loadPlan } from "../../../drivers/adapter/dap-client.ts";
import { runLoad } from "../../../load/load-server.ts";

/** Works for 60 ms for each report, and reports when it began which request, in microseconds of the machine's monotonic clock. */
const app = `
const { parentPort } = require("node:worker_threads");
const { createServer } = require("node:http");
const ran = [];
const nowUs = () => Number(process.hrtime.bigint()) / 1000;
const server = createServer((request, response) => {
  const at = nowUs();
  ran.push({ url: request.url, at });
  if (request.url === "/report") while (nowUs() < at + 60_000);
  response.end();
}).listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
parentPort.on("message", () => parentPort.postMessage(ran));
`;

interface Began {
  readonly url: string;
  readonly at: number;
}

test("in the windows of a route no request of another one is answered", async () => {
  const server = new Worker(app, { eval: true });
  const [port] = (await once(server, "message")) as [number];
  const plan = loadPlan(port, {
    durationSeconds: 6,
    warmupSeconds: 0,
    connections: 30,
    requests: ["/orders", "/report"].map((path) => ({ method: "GET", path, headers: {}, body: "" })),
  });
  const cpuMs = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  let windows: readonly RouteWindows[] = [];
  await runLoad(plan, {
    load: async (each, context) => {
      const loaded = await loadByRoutes(routesSchedule(each) ?? [], loadToolList.autocannon, context, () => Promise.resolve(cpuMs()));
      windows = loaded.windows;
      return loaded.report;
    },
  });
  server.postMessage("what ran?", []);
  const [ran] = (await once(server, "message")) as [readonly Began[]];
  await server.terminate();
  const within = (name: string): readonly string[] => {
    const { spans = [] } = windows.find((each) => each.name === name) ?? {};
    return [...new Set(ran.filter(({ at }) => spans.some(({ from, to }) => at >= from && at < to)).map(({ url }) => url))];
  };
  expect([within("GET /orders"), within("GET /report")]).toEqual([["/orders"], ["/report"]]);
});
