import http2, { type Http2Server } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, test } from "vitest";
import type { SeenResponse } from "../../language-server/analysis/load/first-response.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { certificate, key } from "../drivers/loopback-certificate.ts";
import { someOf } from "../workbench/some-of.mjs";
import { listen, runLoad } from "./load-server.ts";

interface Http2App extends AsyncDisposable {
  readonly origin: string;
  /** `POST /login 2.0 {"a":1}`, and how often. */
  readonly counts: ReadonlyMap<string, number>;
}

const kinds = ["without TLS", "by TLS"] as const;

async function serve(kind: (typeof kinds)[number], allowHTTP1 = false): Promise<Http2App> {
  const counts = new Map<string, number>();
  const server: Http2Server = kind === "by TLS" ? http2.createSecureServer({ key, cert: certificate, allowHTTP1 }) : http2.createServer();
  server.on("request", (request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      const seen = `${request.method} ${request.url} ${request.httpVersion} ${body}`.trim();
      counts.set(seen, (counts.get(seen) ?? 0) + 1);
      response.end("answer");
    });
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${kind === "by TLS" ? "https" : "http"}://127.0.0.1:${port}`,
    counts,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function planFor({ origin }: Pick<Http2App, "origin">, changes: Partial<LoadPlan> = {}): LoadPlan {
  const request = { method: "GET", path: "/page?a=1", headers: {}, body: "" };
  return { ...loadPlan(1, { warmupSeconds: 0, durationSeconds: 1, requests: [request], ...changes }), baseUrl: origin };
}

describe.each(someOf(1, kinds))("a server that speaks HTTP/2 alone, %s", (kind) => {
  test.each(
    someOf(2, [
      ["autocannon", 0],
      ["autocannon", 1],
      ["wrk", 0],
      ["wrk", 1],
    ] as const),
  )("%s with %i s of warm-up: it is said, and what to do", async (tool, warmupSeconds) => {
    await using app = await serve(kind);
    await expect(runLoad(planFor(app, { tool, warmupSeconds }))).rejects.toThrow(
      `${app.origin} answers only HTTP/2, which this load tool does not speak.`,
    );
  });

  test("a checked load does not start, and asks", async () => {
    await using app = await serve(kind);
    const asked: SeenResponse[] = [];
    const confirm = (responses: readonly SeenResponse[]): Promise<boolean> => {
      asked.push(...responses);
      return Promise.resolve(false);
    };
    expect(await runLoad(planFor(app), { confirm })).toMatchObject({ report: undefined, measured: 0 });
    expect(asked).toMatchObject([{ doubt: "http2", request: "GET /page?a=1", status: 200, firstLine: app.origin }]);
    expect([...app.counts]).toEqual([["GET /page?a=1 2.0", 1]]);
  });

  test("h2load loads it, after set-up requests and a first one by HTTP/2", async () => {
    await using app = await serve(kind);
    const setup = [{ method: "POST", path: "/login", headers: { Host: "shop.example", Connection: "close" }, body: '{"a":1}' }];
    const plan = planFor(app, { tool: "h2load", setup });
    const { report } = await runLoad(plan, { confirm: () => Promise.reject(new Error("asked")) });
    expect(app.counts.get('POST /login 2.0 {"a":1}')).toBe(1);
    expect(report).toMatchObject({ tool: "h2load", errors: 0, non2xx: 0 });
    expect(report!.requests).toBeGreaterThan(20);
    expect(Math.abs(app.counts.get("GET /page?a=1 2.0")! - report!.requests!)).toBeLessThanOrEqual(20);
  });
});

test("a server that speaks both is loaded without a question", { tags: "thorough" }, async () => {
  await using app = await serve("by TLS", true);
  const { report } = await runLoad(planFor(app), { confirm: () => Promise.reject(new Error("asked")) });
  expect(report!.requests).toBeGreaterThan(20);
  expect(app.counts.get("GET /page?a=1 1.1")).toBeGreaterThan(20);
});

test.each(someOf(1, [400, 403, 426, 505]))("a server of HTTP/1 that answers %i is not taken for one of HTTP/2", async (status) => {
  await using server = await listen((_request, response) => void response.writeHead(status).end("no"));
  const asked: string[] = [];
  await runLoad(loadPlan(server.port, { warmupSeconds: 0, durationSeconds: 1 }), {
    confirm: (responses) => {
      asked.push(...responses.map(({ doubt, status: seen }) => `${doubt} ${seen}`));
      return Promise.resolve(false);
    },
  });
  expect(asked).toEqual([`status ${status}`]);
});
