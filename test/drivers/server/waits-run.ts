import type { Marks } from "../../../language-server/analysis/marks/marks.ts";
import { addPass } from "../../../language-server/history/run-passes.ts";
import type { Tracks } from "../../../language-server/analysis/timeline/tracks.ts";
import { type SimulatedRequest, SimulatedLoop, type Truth } from "../../analysis/marks/simulated-loop.ts";
import { type DrawnApp, draftOf, drawRun } from "./drawn-run.ts";

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

const awaited = ["SELECT * FROM users WHERE id = ?", "SELECT stock FROM items WHERE id = ?"].map((text) => ({ kind: "sql", text }));
const routes = ["POST /orders", "GET /report"];

/** Stacks of the lines that wait. */
export const waitingStacks = { user: `server.js order@3:20 ${userLine}:16`, item: `server.js order@3:20 ${itemLine}:18` } as const;

/** A run of the app, of 1 s, and beneath it its waits pass. `costs`: ticks of the run before it is idle; `ranText`: what the server's text was then. */
export async function drawWaits(
  app: DrawnApp,
  costs: Readonly<Record<string, number>> = { [order]: 60, [report]: 120 },
  ranText = serverText,
): Promise<{ readonly run: string; readonly pass: string }> {
  const loop = new SimulatedLoop(awaited, (site) => site, true);
  const { marks, truths } = loop.run(requests);
  const drawing = { scripts: { "server.js": serverText }, load: { requests: requests.length }, tracks: tracksOf(truths) };
  const busy = Object.entries(costs).map(([stack, count]) => `${count} | ${stack}`);
  const idle = `${runMs - Object.values(costs).reduce((sum, count) => sum + count, 0)} | (idle)`;
  const run = await drawRun(app, { ...drawing, scripts: { "server.js": ranText }, threads: [[...busy, idle].join("\n")] });
  const ticks = Array.from({ length: runMs }, () => "(idle)");
  for (const { from, to, line } of loop.ran) ticks.fill(line === reportLine ? report : order, Math.ceil(from / 1000), Math.ceil(to / 1000));
  const threads = [ticks.map((stack) => `1 | ${stack}`).join("\n")];
  const pass = await addPass(run, "waits", draftOf(app, { ...drawing, threads, marks: { routes, threads: [placed(app, marks)] } }));
  return { run, pass: pass.folder };
}

/** As the load's clients saw the requests. */
function tracksOf(truths: readonly Truth[]): Tracks {
  const column = (value: (truth: Truth) => number): Float64Array => Float64Array.from(truths, value);
  const [due, end] = [column(({ came }) => came), column(({ ended }) => ended)];
  const all = truths.length;
  return {
    requests: {
      due,
      sent: due,
      end,
      status: new Int32Array(all).fill(200),
      outcome: new Uint8Array(all),
      request: Int32Array.from(truths, ({ own }) => (own > 1000 ? 1 : 0)),
      weight: new Float64Array(all).fill(1),
      labels: routes,
    },
    loops: [],
    load: { from: 0, to: runMs * 1000 },
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
