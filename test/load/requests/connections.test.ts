import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import type { LoadPlan } from "../../../language-server/analysis/load/load.ts";
import { outcomes } from "../../../language-server/analysis/timeline/tracks.ts";
import { loadPlan } from "../../drivers/adapter/dap-client.ts";
import { runAutocannon } from "../run-autocannon.ts";

const paths = ["/a", "/b", "/c"];

/** How many answered rows name a request that the server knows by that port and ordinal, and how many are another's. */
async function matched(
  plan: Partial<LoadPlan>,
  closesAfter: number,
): Promise<{ readonly right: number; readonly wrong: number; readonly unknown: number }> {
  const seen = new Map<string, string>();
  const counts = new WeakMap<Socket, number>();
  const server = createServer((request, response) => {
    const ordinal = (counts.get(request.socket) ?? 0) + 1;
    counts.set(request.socket, ordinal);
    seen.set(`${request.socket.remotePort} ${ordinal}`, request.url ?? "");
    if (ordinal % closesAfter === 0) response.setHeader("connection", "close");
    setTimeout(() => response.end("ok"), ordinal % 3);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const { port: at } = server.address() as AddressInfo;
    const requests = paths.map((path) => ({ method: "GET", path, headers: {}, body: "" }) as const);
    const { requests: reported } = await runAutocannon(loadPlan(at, { warmupSeconds: 0, durationSeconds: 1, requests, ...plan }));
    const { port, ordinal, outcome, request, labels } = reported!.requests;
    const found = { right: 0, wrong: 0, unknown: 0 };
    for (const row of outcome.keys()) {
      if (outcomes[outcome[row]!] !== "answer") continue;
      const path = seen.get(`${port?.[row]} ${ordinal?.[row]}`);
      if (path === undefined) found.unknown += 1;
      else if (labels[request[row]!]!.endsWith(path)) found.right += 1;
      else found.wrong += 1;
    }
    return found;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each([
  ["kept connections", { connections: 4 }, 1e9],
  ["connections that the server closes after every seventh answer", { connections: 3 }, 7],
  ["pipelines", { connections: 2, pipelining: 4 }, 1e9],
  ["a fixed rate", { connections: 5, ratePerSecond: 200 }, 1e9],
])("each request is known by its client's port and its place on that connection: %s", async (_name, plan, closesAfter) => {
  const { right, wrong, unknown } = await matched(plan, closesAfter);
  expect({ wrong, unknown }).toEqual({ wrong: 0, unknown: 0 });
  expect(right).toBeGreaterThan(50);
});
