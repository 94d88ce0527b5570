import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { SeenResponse } from "../../language-server/analysis/load/first-response.ts";
import type { LoadRequest, LoadTool } from "../../language-server/analysis/load/load.ts";
import { confirmResponses } from "../../language-server/recording/load/first-responses.ts";
import { targetRequest } from "../../language-server/recording/load/request-target.ts";
import { otherOrigin } from "../../language-server/recording/load/spoken-scheme.ts";
import { localisedValue } from "../../language-server/texts/localised.ts";
import { certificate, key } from "../drivers/loopback-certificate.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { listen, runLoad } from "./load-server.ts";
import { someOf } from "../workbench/some-of.mjs";

const tools: readonly { readonly tool: LoadTool; readonly command?: string }[] = [
  { tool: "autocannon" },
  { tool: "wrk" },
  { tool: "ab" },
  { tool: "command", command: "wrk -c ${connections} -t 1 -d ${duration} ${url}" },
];
const request = (method: string, path: string): LoadRequest => ({ method, path, headers: {}, body: method === "POST" ? "{}" : "" });
const get = (path: string): LoadRequest => request("GET", path);
const short = { warmupSeconds: 0, durationSeconds: 1 };

/** Responds according to the path: `/404`, `/302`, `/empty`. */
const answering = () =>
  listen(({ url = "" }, response) => {
    if (url === "/cut") return void response.destroy();
    const status = Number(url.slice(1));
    if (status === 302) response.setHeader("location", "/login");
    response.statusCode = status >= 200 ? status : 200;
    response.end(url === "/empty" ? "" : `first of ${url}\nsecond`);
  });

test.each(someOf(1, tools))(
  "$tool: an error response must be confirmed before measuring, and the request is not sent again for that",
  async (changes) => {
    await using server = await answering();
    const plan = loadPlan(server.port, { ...changes, ...short, requests: [get("/404")], setup: [request("POST", "/sign-in")] });
    const asked: (readonly SeenResponse[])[] = [];
    const refused = await runLoad(plan, {
      confirm: (responses) => {
        asked.push(responses);
        return Promise.resolve(false);
      },
    });
    expect(refused).toMatchObject({ report: undefined, measured: 0 });
    expect(Object.fromEntries(server.counts)).toEqual({ "POST /sign-in  {}": 1, "GET /404": 1 });
    expect(asked).toMatchObject([[{ doubt: "status", request: "GET /404", status: 404, reason: "Not Found", firstLine: "first of /404" }]]);
    expect(asked[0]![0]!.milliseconds).toBeGreaterThan(0);
    const confirmed = await runLoad(plan, { confirm: () => Promise.resolve(true) });
    expect(confirmed.measured).toBe(1);
    expect(confirmed.report!.non2xx).toBeGreaterThan(10);
    expect(server.counts.get("POST /sign-in  {}")).toBe(2);
  },
);

test("each different request of a mix is sent once; only doubtful responses need a confirmation", async () => {
  await using server = await answering();
  const requests = [get("/ok"), get("/ok"), get("/302"), get("/empty"), get("/cut"), request("POST", "/orders"), request("DELETE", "/204")];
  const asked: SeenResponse[] = [];
  await runLoad(loadPlan(server.port, { ...short, requests }), {
    confirm: (responses) => {
      asked.push(...responses);
      return Promise.resolve(false);
    },
  });
  expect(asked.map(({ doubt, request: name, firstLine }) => [doubt, name, firstLine])).toEqual([
    ["redirect", "GET /302", "/login"],
    ["empty", "GET /empty", ""],
    ["failed", "GET /cut", ""],
  ]);
  expect(asked.at(-1)?.reason).toEqual({ code: "system.ECONNRESET" });
  expect([...server.counts.values()].every((count) => count === 1)).toBe(true);
});

test("a good response needs no confirmation, and Cancel ends the question", async () => {
  await using server = await answering();
  const fine = await runLoad(loadPlan(server.port, { ...short, requests: [get("/ok")] }), {
    confirm: () => Promise.reject(new Error("asked")),
  });
  expect(fine.report).toMatchObject({ non2xx: 0 });
  const cancel = new AbortController();
  const cancelled = await runLoad(loadPlan(server.port, { ...short, requests: [get("/500")] }), {
    signal: cancel.signal,
    confirm: () =>
      new Promise((resolve) => {
        cancel.signal.addEventListener("abort", () => resolve(false));
        cancel.abort();
      }),
  });
  expect(cancelled).toMatchObject({ report: undefined, measured: 0 });
});

test("a server at ::1 is reached there", async () => {
  const server = createServer((_request, response) => response.writeHead(418).end("teapot"));
  await new Promise<void>((resolve) => server.listen(0, "::1", resolve));
  const asked: SeenResponse[] = [];
  const plan = { ...loadPlan(1, short), baseUrl: `http://[::1]:${(server.address() as AddressInfo).port}` };
  await runLoad(plan, {
    confirm: (responses) => {
      asked.push(...responses);
      return Promise.resolve(false);
    },
  });
  server.close();
  expect(asked).toMatchObject([{ doubt: "status", status: 418, firstLine: "teapot" }]);
});

interface Doubted {
  readonly name: string;
  readonly answer: (response: ServerResponse) => void;
  readonly request?: LoadRequest;
  /** For servers that never end their response. Default: that of the load. */
  readonly limitMs?: number;
  /** Kind of doubt, status, reason, first line. Undefined: none. */
  readonly seen: readonly [string, number | undefined, string, string] | undefined;
}

const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Error</title>
</head>
<body>
<pre>Cannot GET &#39;/a&#39;</pre>
</body>
</html>
`;
const cutOff = "the connection was closed by the other side";
const failing =
  (status: number, headers: OutgoingHttpHeaders, body: string | Buffer): Doubted["answer"] =>
  (response) =>
    response.writeHead(status, headers).end(body);
const method = (name: string): Pick<Doubted, "request"> => ({ request: request(name, "/a") });
const redirecting = (status: number): Doubted["answer"] => failing(status, { location: "/b" }, "moved");
const none = failing(200, {}, "");
const noContent = failing(204, {}, "");
const compressed = (encoding: string, body: Buffer): Doubted["answer"] => failing(500, { "content-encoding": encoding }, body);

test.each<Doubted>([
  { name: "400", answer: failing(400, {}, "\n  which?\nno"), seen: ["status", 400, "Bad Request", "which?"] },
  { name: "503 without a body", answer: failing(503, {}, ""), seen: ["status", 503, "Service Unavailable", ""] },
  {
    name: "404 with a page",
    answer: failing(404, { "content-type": "text/html" }, page),
    seen: ["status", 404, "Not Found", "Cannot GET '/a'"],
  },
  {
    name: "401 with indented JSON",
    answer: failing(401, { "content-type": "application/problem+json" }, JSON.stringify({ error: "who?" }, undefined, 2)),
    seen: ["status", 401, "Unauthorized", '{ "error": "who?" }'],
  },
  { name: "500 by gzip", answer: compressed("gzip", gzipSync("no table")), seen: ["status", 500, "Internal Server Error", "no table"] },
  {
    name: "500 by br",
    answer: compressed("br", brotliCompressSync("no table")),
    seen: ["status", 500, "Internal Server Error", "no table"],
  },
  { name: "500 by what is not gzip", answer: compressed("gzip", Buffer.from("no")), seen: ["status", 500, "Internal Server Error", ""] },
  { name: "500 with bytes", answer: failing(500, {}, Buffer.from([0, 1, 2, 255])), seen: ["status", 500, "Internal Server Error", ""] },
  { name: "a redirect", answer: redirecting(301), seen: ["redirect", 301, "Moved Permanently", "/b"] },
  { name: "a redirect without a target", answer: failing(308, {}, ""), seen: ["redirect", 308, "Permanent Redirect", ""] },
  { name: "307 after POST", answer: redirecting(307), ...method("POST"), seen: ["redirect", 307, "Temporary Redirect", "/b"] },
  { name: "303 after POST", answer: redirecting(303), ...method("POST"), seen: undefined },
  { name: "304", answer: failing(304, {}, ""), seen: undefined },
  { name: "200 without a body", answer: none, seen: ["empty", 200, "OK", ""] },
  { name: "204 after GET", answer: noContent, seen: ["empty", 204, "No Content", ""] },
  ...["HEAD", "OPTIONS", "DELETE", "PUT", "PATCH", "POST"].flatMap((each) => [
    { name: `204 after ${each}`, answer: noContent, ...method(each), seen: undefined },
    { name: `200 without a body after ${each}`, answer: none, ...method(each), seen: undefined },
  ]),
  { name: "a reset", answer: (response) => response.socket?.resetAndDestroy(), seen: ["failed", undefined, cutOff, ""] },
  {
    name: "a response that breaks off",
    answer: (response) => response.write("part", () => response.destroy()),
    seen: ["failed", 200, cutOff, ""],
  },
  { name: "no response", answer: () => undefined, limitMs: 2000, seen: ["failed", undefined, "no answer within 2 s", ""] },
  {
    name: "a response without an end",
    answer: (response) => response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n"),
    limitMs: 2000,
    seen: ["failed", 200, "the response was not complete within 2 s", ""],
  },
])("what is seen of $name", async ({ answer, request: asked = get("/a"), limitMs, seen }) => {
  await using server = await listen((_request, response) => answer(response));
  expect(await seenOf(asked, `http://127.0.0.1:${server.port}`, limitMs)).toEqual(seen);
});

test("of TLS: plain HTTP behind https, https that wants a certificate of the client or is asked in plain HTTP, and no HTTP at all", async () => {
  let requests = 0;
  const respond = (_request: IncomingMessage, response: ServerResponse): void => {
    requests += 1;
    response.end("ok");
  };
  const plain = createServer(respond);
  const secure = https.createServer({ key, cert: certificate }, respond);
  const wanting = https.createServer({ key, cert: certificate, requestCert: true }, (_request, response) => response.end("ok"));
  const other = net.createServer((socket) => socket.on("data", () => socket.end("SSH-2.0-OpenSSH\r\n")).on("error", () => undefined));
  // As nginx and Go do it.
  const naming = net.createServer((socket) => {
    socket.once("data", (data) => {
      if (data[0] !== 22) return void socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\nThis port speaks HTTPS.");
      const behind = net.connect((secure.address() as AddressInfo).port, "127.0.0.1", () => behind.write(data));
      behind.on("error", () => socket.destroy()).pipe(socket);
      socket.on("error", () => behind.destroy()).pipe(behind);
    });
  });
  const servers = [plain, secure, wanting, other, naming];
  const [plainPort, securePort, wantingPort, otherPort, namingPort] = await Promise.all(servers.map(portOf));
  const notHttps = "the server does not speak https as expected";
  const plainOrigin = `http://127.0.0.1:${plainPort}`;
  const [secureOrigin, namingOrigin] = [`https://127.0.0.1:${securePort}`, `https://127.0.0.1:${namingPort}`];
  expect(await seenOf(get("/a"), `https://127.0.0.1:${plainPort}`)).toEqual(["scheme", undefined, notHttps, plainOrigin]);
  expect(await seenOf(get("/a"), `https://127.0.0.1:${wantingPort}`)).toEqual(["failed", undefined, notHttps, ""]);
  expect(await seenOf(get("/a"), `http://127.0.0.1:${securePort}`)).toEqual(["scheme", undefined, cutOff, secureOrigin]);
  expect(await seenOf(get("/a"), `http://localhost:${namingPort}`)).toEqual([
    "scheme",
    400,
    "Bad Request",
    `https://localhost:${namingPort}`,
  ]);
  expect(requests).toBe(0);
  for (const origin of [plainOrigin, secureOrigin, namingOrigin]) expect(await seenOf(get("/a"), origin)).toBeUndefined();
  expect(requests).toBe(3);
  expect(await seenOf(get("/a"), `http://127.0.0.1:${otherPort}`)).toEqual(["failed", undefined, "the response is not valid HTTP", ""]);
  for (const server of servers) server.close();
});

test("by the wrong scheme only the first request of a mix is tried, at ::1, too; cancelling ends the look for the right one", async () => {
  const silent = net.createServer((socket) => socket.on("data", () => undefined));
  const secure = https.createServer({ key, cert: certificate }, (_request, response) => response.end("ok"));
  await new Promise<void>((resolve) => secure.listen(0, "::1", resolve));
  const baseUrl = `http://[::1]:${(secure.address() as AddressInfo).port}`;
  const asked: SeenResponse[] = [];
  const requests = [get("/a"), get("/b")];
  await runLoad(
    { ...loadPlan(1, { ...short, requests }), baseUrl },
    {
      confirm: (responses) => {
        asked.push(...responses);
        return Promise.resolve(false);
      },
    },
  );
  secure.close();
  expect(asked).toMatchObject([{ doubt: "scheme", request: "GET /a", firstLine: baseUrl.replace("http:", "https:") }]);
  const cancel = new AbortController();
  const cancelled = otherOrigin({ origin: `https://127.0.0.1:${await portOf(silent)}` }, cancel.signal);
  silent.once("connection", () => cancel.abort());
  expect(await cancelled).toBeUndefined();
  silent.close();
});

async function seenOf(asked: LoadRequest, baseUrl: string, limitMs?: number): Promise<Doubted["seen"]> {
  const target = targetRequest(asked, baseUrl);
  let seen: Doubted["seen"];
  const confirm = ([response]: readonly SeenResponse[]): Promise<boolean> => {
    const { doubt, status, reason, firstLine } = response!;
    seen = [doubt, status, localisedValue(reason, "en"), firstLine];
    return Promise.resolve(false);
  };
  await confirmResponses([target], new AbortController().signal, () => undefined, confirm, limitMs);
  return seen;
}

async function portOf(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
