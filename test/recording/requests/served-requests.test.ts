import { expect, test } from "vitest";
import { edgeNodeMajors, someNodeMajors } from "../../workbench/node-versions.mjs";
import { type MarkedApp, markedProgram } from "./marked-app.ts";

/** Asks by one connection, one request after the other. */
const client = `
  const http = require("node:http");
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (port, path, { method = "GET", body, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const request = http.request({ port, host: "127.0.0.1", path, method, agent, headers }, (response) => {
        response.resume().on("error", () => undefined).on("close", () => resolve(request.socket.localPort));
      });
      request.on("error", reject).end(body);
    });
  const end = () => { pass.flush(false); process.exit(); };
`;

function routesOf({ rows, names }: MarkedApp): readonly string[] {
  const byId = new Map(names.flatMap((name) => (name.table === "route" ? [[name.id, name.name] as const] : [])));
  const routes = new Map(rows.filter(({ kind }) => kind === "route").map(({ request, first }) => [request, byId.get(first) ?? "?"]));
  return [...routes].toSorted(([a], [b]) => a - b).map(([, name]) => name);
}

function ofKind({ rows }: MarkedApp, wanted: string): MarkedApp["rows"] {
  return rows.filter(({ kind }) => kind === wanted);
}

test.for(edgeNodeMajors)("Node %s: requests are numbered, with their ends, ports and ordinals", async (major) => {
  const marked = await markedProgram(
    major,
    `${client}
    const server = http.createServer((request, response) => {
      if (request.url === "/broken") {
        response.write("half");
        return void setTimeout(() => request.socket.destroy(), 20);
      }
      response.statusCode = request.url === "/missing" ? 404 : 200;
      setTimeout(() => response.end("x"), 1);
    });
    server.listen(0, "127.0.0.1", async () => {
      const { port } = server.address();
      const own = await ask(port, "/orders/7?x=1");
      await ask(port, "/missing", { method: "POST", body: "{}" });
      await ask(port, "/broken").catch(() => undefined);
      console.log(own);
      setTimeout(end, 50);
    });`,
  );
  const begin = ofKind(marked, "begin");
  expect(begin.map(({ request, first, second }) => [request, first, second])).toEqual(
    [1, 2, 3].map((number) => [number, Number(marked.stdout), number]),
  );
  expect(ofKind(marked, "end").map(({ request, first, second }) => [request, first, second])).toEqual([
    [1, 200, 0],
    [2, 404, 0],
    [3, 200, 1],
  ]);
  expect(routesOf(marked)).toEqual(["GET /orders/:id", "POST /missing", "GET /broken"]);
  // In time order, by the machine's clock, and the loop's idle time grows.
  const turns = ofKind(marked, "turn");
  expect(turns.map(({ first }) => first)).toEqual(turns.map(({ first }) => first).toSorted((a, b) => a - b));
  expect(new Set(turns.map(({ request }) => request))).toEqual(new Set([0, 1, 2, 3]));
  expect(turns.at(-1)?.at).toBeLessThan(Number(process.hrtime.bigint()) / 1000);
});

test.for(someNodeMajors)("Node %s: Express and fastify report their patterns, GraphQL its operations", async (major) => {
  const marked = await markedProgram(
    major,
    `${client}
    const express = require("express");
    const app = express();
    const users = express.Router();
    users.get("/:name", (request, response) => response.send("user"));
    users.get("/", (request, response) => response.send("users"));
    app.use(express.json());
    app.get("/orders/:id", async (request, response) => { await null; response.send("order"); });
    app.use("/api/users", users);
    app.post("/graphql", (request, response) => response.send("{}"));
    const fastify = require("fastify")();
    fastify.get("/items/:slug", async () => { await null; return "item"; });
    const json = { method: "POST", headers: { "content-type": "application/json" } };
    (async () => {
      const server = app.listen(0, "127.0.0.1");
      await require("node:events").once(server, "listening");
      await fastify.listen({ port: 0, host: "127.0.0.1" });
      const { port } = server.address();
      await ask(port, "/orders/alice");
      await ask(port, "/api/users/bob?x");
      await ask(port, "/api/users");
      await ask(port, "/nowhere/12");
      await ask(port, "/graphql", { ...json, body: JSON.stringify({ operationName: "Orders", query: "query Orders { a } query B { b }" }) });
      await ask(port, "/graphql", { ...json, body: JSON.stringify({ query: "mutation Pay($a: Int) { b }" }) });
      await ask(port, "/graphql", { ...json, body: JSON.stringify({ query: "{ b }" }) });
      await ask(fastify.server.address().port, "/items/red-shoes");
      await ask(fastify.server.address().port, "/items/blue");
      end();
    })();`,
  );
  expect(routesOf(marked)).toEqual([
    "GET /orders/:id",
    "GET /api/users/:name",
    "GET /api/users",
    "GET /nowhere/:id",
    "POST /graphql Orders",
    "POST /graphql Pay",
    "POST /graphql",
    // Node 18 does not let fastify know that somebody listens to its channel.
    ...(major === 18 ? ["GET /items/red-shoes", "GET /items/blue"] : ["GET /items/:slug", "GET /items/:slug"]),
  ]);
});

test.for(someNodeMajors)(
  "Node %s: requests of frameworks that report no pattern go by their paths, without ids and secrets",
  async (major) => {
    const marked = await markedProgram(
      major,
      `${client}
    const Koa = require("koa");
    const { Hono } = require("hono");
    const { serve } = require("@hono/node-server");
    const koa = new Koa().use(async (context) => { await null; context.body = "koa"; });
    const hono = new Hono().get("/carts/:id", async (context) => { await null; return context.text("hono"); });
    const server = koa.listen(0, "127.0.0.1", async () => {
      const { port } = server.address();
      await ask(port, "/orders/4711");
      await ask(port, "/orders/0b0e7a52-9d60-4d3b-8c9e-2f3f0c9a7a11/items?page=2");
      await ask(port, "/reset/eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9aaaa1111");
      await ask(port, "/trpc/user.byId?batch=1");
      serve({ fetch: hono.fetch, port: 0, hostname: "127.0.0.1" }, async (info) => {
        await ask(info.port, "/carts/77");
        end();
      });
    });`,
    );
    expect(routesOf(marked)).toEqual([
      "GET /orders/:id",
      "GET /orders/:id/items",
      "GET /reset/:token",
      "GET /trpc/user.byId",
      "GET /carts/:id",
    ]);
  },
);

test("a restart keeps what is open", async () => {
  const marked = await markedProgram(
    20,
    `${client}
    const server = http.createServer((request, response) => {
      if (request.url !== "/slow") return void response.end("x");
      setTimeout(() => { pass.flush(true); response.end("x"); }, 20);
    });
    server.listen(0, "127.0.0.1", async () => {
      await ask(server.address().port, "/first");
      await ask(server.address().port, "/slow");
      end();
    });`,
  );
  expect(ofKind(marked, "begin").map(({ request, second }) => [request, second])).toEqual([[2, 2]]);
  expect(ofKind(marked, "turn")[0]?.request).toBe(2);
  expect(routesOf(marked)).toEqual(["GET /slow"]);
});

test("a worker's server has requests without turns and routes", async () => {
  const marked = await markedProgram(
    26,
    `const { isMainThread, parentPort, Worker } = require("node:worker_threads");
    ${client}
    if (isMainThread) new Worker(__filename, { argv: ["worker"] }).once("message", async (port) => {
      await ask(port, "/orders/1");
      setTimeout(() => process.exit(), 200);
    });
    else {
      const server = http.createServer((request, response) => {
        response.end("x");
        setTimeout(() => pass.flush(false), 5);
      });
      server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
    }`,
    "routes",
    "1",
  );
  expect(marked.rows.map(({ kind }) => kind)).toEqual(["begin", "end"]);
});

test.for(edgeNodeMajors)("Node %s: what has no route is counted: HTTP/2, and upgraded connections", async (major) => {
  const marked = await markedProgram(
    major,
    `${client}
    const http2 = require("node:http2");
    const h2 = http2.createServer((request, response) => response.end("x"));
    const server = http.createServer().on("upgrade", (request, socket) => socket.write("HTTP/1.1 101 Switching Protocols\\r\\nConnection: Upgrade\\r\\nUpgrade: x\\r\\n\\r\\n"));
    (async () => {
      const { once } = require("node:events");
      await Promise.all([once(h2.listen(0, "127.0.0.1"), "listening"), once(server.listen(0, "127.0.0.1"), "listening")]);
      pass.flush(true);
      const session = http2.connect("http://127.0.0.1:" + h2.address().port);
      for (let at = 0; at < 3; at++) await once(session.request({ ":path": "/" }).resume().end(), "end");
      const request = http.get({ port: server.address().port, host: "127.0.0.1", headers: { connection: "Upgrade", upgrade: "x" } });
      await once(request, "upgrade");
      end();
    })();`,
  );
  expect(marked.names.at(-1)).toEqual({ table: "unrouted", lost: 0, streams: 3, upgraded: 1 });
  expect(ofKind(marked, "begin")).toEqual([]);
});
