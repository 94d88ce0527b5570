import path from "node:path";
import { expect, test } from "vitest";
import { outcomes } from "../../../language-server/analysis/timeline/tracks.ts";
import { appsFolder, loadPlan } from "../../drivers/adapter/dap-client.ts";
import { edgeNodeMajors } from "../../workbench/node-versions.mjs";
import { recordedPass } from "./recorded-pass.ts";

/** What two processes' readings of one clock may differ by, in microseconds. */
const clockUs = 50;

test.for(edgeNodeMajors)("Node %s: each request of the load is the app's of that port and ordinal, on one clock", async (major) => {
  const paths = ["/orders", "/users", "/report"];
  const requests = paths.map((at) => ({ method: "GET", path: at, headers: {}, body: "" }) as const);
  const program = path.join(appsFolder, "routes-ledger.js");
  const plan = (port: number) => loadPlan(port, { requests, connections: 4, durationSeconds: 2, warmupSeconds: 1 });
  const { marks, tracks } = await recordedPass({ program, major, pass: "routes", plan }, () => Promise.resolve());
  const [thread] = marks.threads;
  const { served } = thread!;
  const rows = new Map([...served.begin.keys()].map((row) => [`${served.port[row]} ${served.ordinal[row]}`, row]));
  const sent = tracks.requests!;
  let matched = 0;
  for (const [row, outcome] of sent.outcome.entries()) {
    if (outcomes[outcome] !== "answer") continue;
    const at = rows.get(`${sent.port?.[row]} ${sent.ordinal?.[row]}`);
    expect(at).toBeDefined();
    expect(marks.routes[served.route[at!]!]).toBe(sent.labels[sent.request[row]!]);
    expect(served.status[at!]).toBe(sent.status[row]);
    expect(served.begin[at!]!).toBeGreaterThan(sent.sent[row]! - clockUs);
    expect(served.begin[at!]!).toBeLessThan(sent.end[row]! + clockUs);
    matched += 1;
  }
  expect(matched).toBeGreaterThan(50);
});
