import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { SeenResponse } from "../../language-server/analysis/load/first-response.ts";
import type { LoadRequest, LoadTool } from "../../language-server/analysis/load/load.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { listen, runLoad } from "./load-server.ts";

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

test.each(tools)(
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
