import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import type { LoadRequest } from "../../language-server/analysis/load/load.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { listen, runLoad } from "./load-server.ts";
import { someOf } from "../workbench/some-of.mjs";

const get = (path: string): LoadRequest => ({ method: "GET", path, headers: {}, body: "" });
const whole = { warmupSeconds: 0, durationSeconds: 1 } as const;
const link = { link: "</a.css>; rel=preload; as=style" };

/** Interim answers, then the final one in a later turn of the loop. */
const withHints = (response: ServerResponse): void => response.writeEarlyHints(link, () => setImmediate(() => response.end("done")));

/** All that a server answered, of which the last ones per connection may not have been read. */
const served = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

test.each(
  someOf(1, [
    ["103", 1, withHints],
    ["103", 4, withHints],
    [
      "102",
      1,
      (response: ServerResponse): void => {
        response.writeProcessing();
        setImmediate(() => response.end("done"));
      },
    ],
  ] as const),
)("an interim answer with %s at a pipelining of %i is named and not counted", async (status, pipelining, answer) => {
  let open = 0;
  let mostOpen = 0;
  await using server = await listen((_request, response) => {
    mostOpen = Math.max(mostOpen, ++open);
    response.on("finish", () => (open -= 1));
    answer(response);
  });
  const { report } = await runLoad(loadPlan(server.port, { ...whole, pipelining }));
  const { requests, statusCounts, interim, connections } = report!;
  const inFlight = connections! * pipelining;
  expect(requests).toBeGreaterThan(50);
  expect(Math.abs(requests! - served(server.counts))).toBeLessThanOrEqual(inFlight);
  expect(statusCounts).toEqual({ 200: requests });
  expect(Object.keys(interim!)).toEqual([status]);
  expect(interim![status]! - requests!).toBeLessThanOrEqual(inFlight);
  expect(interim![status]).toBeGreaterThanOrEqual(requests!);
  // The next request waits for the final answer.
  expect(mostOpen).toBeLessThanOrEqual(inFlight);
});

test("several interim answers of one request, and those of a mix, are left out of each request's figures", async () => {
  await using server = await listen((request, response) => {
    if (request.url !== "/hints") return void response.end("plain");
    response.writeProcessing();
    response.writeEarlyHints(link, () => response.writeEarlyHints(link, () => setTimeout(() => response.end("done"), 20)));
  });
  const requests = [get("/hints"), { ...get("/plain"), weight: 2 }];
  const { report } = await runLoad(loadPlan(server.port, { ...whole, requests }));
  const [hints, plain] = report!.perRequest!;
  expect(hints!.requests + plain!.requests).toBe(report!.requests);
  expect(Math.abs(hints!.requests - server.counts.get("GET /hints")!)).toBeLessThanOrEqual(4);
  expect(Math.abs(plain!.requests - server.counts.get("GET /plain")!)).toBeLessThanOrEqual(4);
  expect(hints!.averageMs).toBeGreaterThanOrEqual(19);
  expect(report!.interim!["103"]! - 2 * hints!.requests).toBeLessThanOrEqual(2 * 4);
  expect(report!.interim!["102"]! - hints!.requests).toBeLessThanOrEqual(4);
});

test("a server that continues with 100 after a request's Expect header answers once", async () => {
  await using server = await listen((_request, response) => response.end("ok"));
  const requests = [{ method: "POST", path: "/order", headers: { expect: "100-continue" }, body: "name=a" }];
  const { report } = await runLoad(loadPlan(server.port, { ...whole, requests }));
  expect(Math.abs(report!.requests! - served(server.counts))).toBeLessThanOrEqual(4);
  expect(report!.interim!["100"]).toBeGreaterThanOrEqual(report!.requests!);
});

test("interim answers are passed over on each new connection, too", { tags: "thorough" }, async () => {
  await using server = await listen((_request, response) => {
    response.setHeader("connection", "close");
    withHints(response);
  });
  const { report } = await runLoad(loadPlan(server.port, whole));
  expect(report!.statusCounts).toEqual({ 200: report!.requests });
  expect(Math.abs(report!.requests! - served(server.counts))).toBeLessThanOrEqual(4);
});

test("a report without interim answers does not name any", { tags: "thorough" }, async () => {
  await using server = await listen();
  const { report } = await runLoad(loadPlan(server.port, whole));
  expect(report).not.toHaveProperty("interim");
});
