import path from "node:path";
import { expect, test } from "vitest";
import { appsFolder } from "../../drivers/adapter/dap-client.ts";
import { edgeNodeMajors } from "../../workbench/node-versions.mjs";
import { ask, recordedPass } from "./recorded-pass.ts";

const rounds = 15;

test.for(edgeNodeMajors)("Node %s: a waits pass marks which request waited where, and how often", async (major) => {
  const program = path.join(appsFolder, "waits-served.js");
  const { run, marks } = await recordedPass({ program, major, pass: "waits" }, async (port) => {
    for (let round = 0; round < rounds; round++) await Promise.all([ask(port, "/orders"), ask(port, "/report")]);
  });
  expect(run.problems.filter(({ code }) => code.startsWith("marks."))).toEqual([]);
  const [thread] = marks.threads;
  const { waits, served } = thread!;
  const routeOf = (request: number): string => marks.routes[served.route[request - 1] ?? -1] ?? "none";
  const counts: Record<string, number> = {};
  for (const [row, site] of waits.site.entries()) {
    const { line, text, url } = waits.sites[site]!;
    expect(url).toContain("waits-served.js");
    const request = waits.request[row]!;
    // A wait lies within its request.
    expect(waits.start[row]!).toBeGreaterThanOrEqual(served.begin[request - 1]! - 1000);
    expect(waits.end[row]!).toBeLessThanOrEqual(served.end[request - 1]! + 1000);
    const key = `${line} ${text}: ${routeOf(request)}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  expect(counts).toEqual({
    "6 later(5): GET /orders": 4 * rounds,
    "12 item(number): GET /orders": 4 * rounds,
    "17 later(2): GET /report": rounds,
    "24 report(): GET /report": rounds,
    "24 orders(): GET /orders": rounds,
  });
});
