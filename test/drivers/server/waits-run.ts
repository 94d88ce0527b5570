import type { Marks } from "../../../language-server/analysis/marks/marks.ts";
import { addPass } from "../../../language-server/history/run-passes.ts";
import { type SimulatedRequest, SimulatedLoop } from "../../analysis/marks/simulated-loop.ts";
import { type DrawnApp, draftOf, type Drawing, drawRun } from "./drawn-run.ts";

/** An order asks the database once for its user and three times for its items; a report keeps the loop busy. */
export const serverText = `const { query } = require("./database.js");

async function order(id) {
  const user = await query("SELECT * FROM users WHERE id = ?", id);
  for (const item of user.items) {
    item.stock = await query("SELECT stock FROM items WHERE id = ?", item.id);
  }
  return JSON.stringify(user);
}

function report(rows) {
  return rows.map((row) => row.total).sort();
}
`;

const [userLine, itemLine, jsonLine, reportLine] = [4, 6, 8, 12];
const order = `server.js order@3:20 ${jsonLine}:9`;
const report = `server.js report@11:15 ${reportLine}:14`;
const runMs = 1000;

/** Orders every 20 ms, whose queries take 4 and three times 2 ms, and two reports of 60 ms of CPU. */
const requests: readonly SimulatedRequest[] = [
  ...Array.from({ length: 45 }, (_, index): SimulatedRequest => ({
    at: index * 20_000,
    route: 0,
    steps: [{ wait: 4000, site: 0 }, ...[1, 2, 3].map(() => ({ wait: 2000, site: 1 })), { cpu: 1000, line: jsonLine }],
  })),
  ...[301_000, 602_000].map((at): SimulatedRequest => ({ at, route: 1, steps: [{ cpu: 60_000, line: reportLine }] })),
];

/** A run of the app and, beneath it, its waits pass. */
export async function drawWaits(app: DrawnApp): Promise<{ readonly run: string; readonly pass: string }> {
  const drawing = { scripts: { "server.js": serverText }, load: { requests: 47 } };
  const run = await drawRun(app, { ...drawing, threads: [`60 | ${order}\n120 | ${report}\n820 | (idle)`] });
  const pass = await addPass(run, "waits", draftOf(app, { ...drawing, ...passOf(app) }));
  return { run, pass: pass.folder };
}

function passOf(app: DrawnApp): Pick<Drawing, "threads" | "marks"> {
  const awaited = ["SELECT * FROM users WHERE id = ?", "SELECT stock FROM items WHERE id = ?"].map((text) => ({ kind: "sql", text }));
  const loop = new SimulatedLoop(awaited, (site) => site, true);
  const { marks } = loop.run(requests);
  const ticks = Array.from({ length: runMs }, () => "(idle)");
  for (const { from, to, line } of loop.ran) ticks.fill(line === reportLine ? report : order, Math.ceil(from / 1000), Math.ceil(to / 1000));
  return {
    threads: [ticks.map((stack) => `1 | ${stack}`).join("\n")],
    marks: { routes: ["POST /orders", "GET /report"], threads: [placed(app, marks)] },
  };
}

function placed(app: DrawnApp, { waits, ...marks }: Marks["threads"][number]): Marks["threads"][number] {
  const places = [
    { line: userLine, column: 15, text: 'query("SELECT * FROM users WHERE id = ?", id)' },
    { line: itemLine, column: 17, text: 'query("SELECT stock FROM items WHERE id = ?", item.id)' },
  ];
  const sites = waits.sites.map((site, index) => ({ ...site, ...places[index], url: app.uri("server.js") }));
  return { ...marks, waits: { ...waits, sites } };
}
