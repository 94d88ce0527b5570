import { expect, test } from "vitest";
import type { LoadRequest, LoadTool } from "../../../language-server/analysis/load/load.ts";
import { isLatency, outcomes, type RequestTable } from "../../../language-server/analysis/timeline/tracks.ts";
import { loadPlan } from "../../drivers/adapter/dap-client.ts";
import { findProgram } from "../../workbench/tools.mjs";
import { listen, runLoad } from "../load-server.ts";

/** Debian has h2load; vegeta is tried where it is installed. */
const tools: readonly LoadTool[] = findProgram("vegeta") === undefined ? ["h2load"] : ["h2load", "vegeta"];
const timeout = 90_000;
const get = (at: string): LoadRequest => ({ method: "GET", path: at, headers: {}, body: "" });

function monotonicUs(): number {
  return Number(process.hrtime.bigint()) / 1000;
}

function answersOf({ outcome }: RequestTable): number[] {
  return [...outcome.keys()].filter((row) => outcomes[outcome[row]!] === "answer");
}

test.each(tools)("%s reports when each request was, by the clock of the app", { timeout }, async (tool) => {
  const late: (readonly [from: number, to: number])[] = [];
  let seen = 0;
  await using server = await listen((_request, response) => {
    const from = monotonicUs();
    seen += 1;
    if (seen % 50 !== 0) return void response.end("ok");
    setTimeout(() => {
      late.push([from, monotonicUs()]);
      response.end("ok");
    }, 120);
  });
  const { report, requests } = await runLoad(loadPlan(server.port, { tool, durationSeconds: 2, warmupSeconds: 1, connections: 3 }));
  const { requests: table, from, to } = requests!;
  const rows = answersOf(table);
  // The warm-up is not in it. A tool may leave out what its end cut off.
  expect(Math.abs(rows.length - report!.requests!)).toBeLessThanOrEqual(3);
  expect(to - from).toBeGreaterThan(1_900_000);
  expect(rows.every((row) => table.status[row] === 200 && table.due[row]! >= from && table.end[row]! <= to + 1000)).toBe(true);
  expect(table.labels).toEqual(["GET /"]);
  // Each late answer is in a request: sent before the server began with it, and answered after that had answered.
  const measured = late.filter(([began, ended]) => began > from + 200_000 && ended < to - 200_000);
  expect(measured.length).toBeGreaterThan(3);
  const around = measured.map(([began, ended]) => {
    const held = rows.filter((row) => table.due[row]! < began + 1000 && table.end[row]! > ended - 1000);
    return Math.min(...held.map((row) => table.end[row]! - table.due[row]! - (ended - began)));
  });
  expect(around.filter(Number.isFinite).length).toBe(measured.length);
  // And only a little longer, but where the machine was busy.
  expect(around.toSorted((one, other) => one - other)[around.length >> 1]).toBeLessThan(20_000);
});

test.each(tools.filter((tool) => tool === "vegeta"))("%s tells the requests of a mix apart, and what failed", { timeout }, async (tool) => {
  await using server = await listen((request, response) => {
    if (request.url === "/never") return;
    if (request.url === "/lost") return void request.socket.destroy();
    response.writeHead(request.url === "/bad" ? 503 : 200).end("ok");
  });
  const requests = ["/a?x=1,2", "/bad", "/lost", "/never"].map(get);
  const plan = loadPlan(server.port, {
    tool,
    requests,
    ratePerSecond: 20,
    durationSeconds: 2,
    warmupSeconds: 0,
    connections: 100,
  });
  const { report, requests: kept } = await runLoad(plan);
  const table = kept!.requests;
  expect(table.labels).toEqual(requests.map(({ path }) => `GET ${path}`));
  const outcomesOf = (request: number): readonly unknown[] => [
    ...new Set(
      [...table.due.keys()]
        .filter((row) => table.request[row] === request)
        .map((row) => [outcomes[table.outcome[row]!], table.status[row]].join(" ")),
    ),
  ];
  expect([0, 1, 2, 3].map(outcomesOf)).toEqual([["answer 200"], ["answer 503"], ["error 0"], ["timeout 0"]]);
  expect(table.due.length).toBe(report!.requests);
});

test.each(tools)("%s: the list has the latencies of its report", { timeout }, async (tool) => {
  await using server = await listen((_request, response) => void setTimeout(() => response.end("ok"), 2));
  const { report, requests } = await runLoad(loadPlan(server.port, { tool, durationSeconds: 2, warmupSeconds: 0 }));
  const { due, end, outcome } = requests!.requests;
  const latencies = [...due.keys()].filter((row) => isLatency(outcome[row])).map((row) => (end[row]! - due[row]!) / 1000);
  latencies.sort((a, b) => a - b);
  const { averageMs, p99Ms, maxMs } = report!.latency;
  expect(latencies.at(-1)! / maxMs!).toBeCloseTo(1, 1);
  expect(latencies.reduce((sum, each) => sum + each, 0) / latencies.length / averageMs!).toBeCloseTo(1, 1);
  // vegeta estimates it, and h2load of Debian has none.
  const at = (share: number): number => latencies[Math.ceil(share * latencies.length) - 1]!;
  expect(p99Ms ?? at(0.99)).toBeGreaterThan(0.99 * at(0.98));
  expect(p99Ms ?? at(0.99)).toBeLessThanOrEqual(at(1));
});
