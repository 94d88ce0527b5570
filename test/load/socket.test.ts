import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { runLoad } from "./load-server.ts";

test.each(["autocannon", "h2load"] as const)("%s loads a server on a Unix socket, after a set-up request to it", async (tool) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-socket-"));
  const socket = path.join(folder, "my app.sock");
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const seen = `${request.method} ${request.url} ${request.headers.host}`;
    counts.set(seen, (counts.get(seen) ?? 0) + 1);
    response.end("answer");
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  try {
    const request = { method: "GET", path: "/orders?a=1", headers: {}, body: "" };
    const setup = [{ method: "POST", path: "/login", headers: { Host: "shop.example" }, body: "{}" }];
    const plan = loadPlan(1, { tool, warmupSeconds: 0, durationSeconds: 1, requests: [request], setup });
    const asked = { confirm: () => Promise.reject(new Error("asked")) };
    const { report } = await runLoad({ ...plan, baseUrl: `unix:${socket}` }, asked);
    expect(report).toMatchObject({ tool, url: `unix:${socket}:/orders?a=1`, label: "GET /orders?a=1", errors: 0, non2xx: 0 });
    expect(report!.requests).toBeGreaterThan(20);
    expect(counts.get("POST /login shop.example")).toBe(1);
    expect(Math.abs(counts.get("GET /orders?a=1 localhost")! - report!.requests!)).toBeLessThanOrEqual(20);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
});

test("a socket that nobody listens on is named", async () => {
  const plan = { ...loadPlan(1, { warmupSeconds: 0, durationSeconds: 1 }), baseUrl: "unix:/nowhere/app.sock" };
  await expect(runLoad(plan)).rejects.toThrow("Nothing answers at unix:/nowhere/app.sock");
});
