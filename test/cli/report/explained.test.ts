import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { RequestTable } from "../../../language-server/analysis/timeline/tracks.ts";
import { addPass } from "../../../language-server/history/run-passes.ts";
import { writeRun } from "../../../language-server/history/run-store.ts";
import type { JsonExplained } from "../../../language-server/reports/requests/json-explained.ts";
import { SimulatedLoop, type SimulatedRequest } from "../../analysis/marks/simulated-loop.ts";
import { draft } from "../../history/small-draft.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
let folder: string;

/** Two orders, the second of which comes while a report is made; a client has each answer 0.1 ms later. */
const requests: readonly SimulatedRequest[] = [
  {
    at: 0,
    route: 1,
    port: 40_001,
    ordinal: 1,
    steps: [
      { cpu: 3000, line: 7 },
      { wait: 2000, site: 0 },
      { cpu: 1000, line: 9 },
    ],
  },
  { at: 99_000, route: 0, port: 40_003, ordinal: 1, steps: [{ cpu: 60_000, line: 41 }] },
  {
    at: 98_000,
    route: 1,
    port: 40_001,
    ordinal: 2,
    steps: [
      { cpu: 500, line: 7 },
      { wait: 2000, site: 0 },
      { cpu: 1000, line: 9 },
    ],
  },
  {
    at: 300_000,
    route: 1,
    port: 40_001,
    ordinal: 3,
    steps: [
      { cpu: 3000, line: 7 },
      { wait: 2000, site: 0 },
      { cpu: 1000, line: 9 },
    ],
  },
];

beforeAll(async () => {
  cli = await buildCommandLine();
  const { marks, truths } = new SimulatedLoop([{ kind: "sql", text: "SELECT * FROM orders WHERE id = ?" }], () => 0, true).run(requests);
  const sent = truths.map(({ came }) => came);
  const { served } = marks;
  const load: RequestTable = {
    due: Float64Array.from(sent),
    sent: Float64Array.from(sent),
    end: Float64Array.from(truths, ({ ended }) => ended + 100),
    status: Int32Array.from(sent, () => 200),
    outcome: new Uint8Array(sent.length),
    request: served.route.map((route) => route),
    weight: new Float64Array(sent.length).fill(1),
    labels: ["GET /report", "GET /orders"],
    port: served.port,
    ordinal: served.ordinal,
  };
  const run = await writeRun(await mkdtemp(path.join(os.tmpdir(), "heatline-explained-")), draft("orders"));
  const pass = {
    ...draft("waits"),
    marks: { routes: ["GET /report", "GET /orders"], threads: [marks] },
    tracks: { loops: [], requests: load },
  };
  await addPass(run.folder, "waits", pass);
  folder = run.folder;
});

async function reported(args: readonly string[], lang = "en_GB.UTF-8"): Promise<string> {
  const { code, out, err } = await cli.run(["report", folder, "--slowest", ...args], { env: { LC_ALL: lang } });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

test("the sum of the slowest requests says what their time went to, and who held them up", async () => {
  const out = await reported([]);
  const text = out.slice(out.indexOf("Where the time went: the slowest 1 %"), out.indexOf("\n\nNote"));
  const usual =
    "0 before the handler began + 4 own CPU + 2 waiting (1 line) + 0 held up by other work + 0 GC + 0 no CPU + 0.1 after the answer";
  const held =
    "0 before the handler began + 1.5 own CPU + 2 waiting (1 line) + 58.5 held up by GET /report + 0 GC + 0 no CPU + 0.1 after the answer";
  const report = "0 before the handler began + 60 own CPU + 0 waiting + 0 held up by other work + 0 GC + 0 no CPU + 0.1 after the answer";
  expect(text.trimEnd().split("\n")).toEqual([
    "Where the time went: the slowest 1 % on average",
    "Measured while rewritten: the waits pass rewrites the app's code as it loads and sends the load again.",
    `The slowest 1 % (1), on average: 62.1 ms = ${held} + 0 not explained`,
    `As many usual requests, on average: 6.1 ms = ${usual} + 0 not explained`,
    "",
    "Where the time went: the slowest requests one by one",
    `1. GET /orders (status 200 · port 40001, request 2 of its connection · process 4711): 62.1 ms = ${held} + 0 not explained`,
    `2. GET /report (status 200 · port 40003, request 1 of its connection · process 4711): 60.1 ms = ${report} + 0 not explained`,
    `3. GET /orders (status 200 · port 40001, request 1 of its connection · process 4711): 6.1 ms = ${usual} + 0 not explained`,
    `A usual GET /orders: 6.1 ms = ${usual} + 0 not explained`,
  ]);
});

test.each([
  ["ru_RU.UTF-8", "На что ушло время: самые медленные запросы по одному", "задержано: GET /report"],
  ["zh_CN.UTF-8", "时间花在哪里：逐个说明最慢的请求", "被 GET /report"],
])("in the language of the terminal: %s", async (lang, title, held) => {
  const out = await reported([], lang);
  expect(out).toContain(title);
  expect(out).toContain(held);
});

test("JSON has parts that add up to each latency", async () => {
  const { explained } = JSON.parse(await reported(["--json"])) as { readonly explained: JsonExplained };
  expect(explained).toMatchObject({ requests: 4, unmatched: 0, open: 0 });
  const slow = explained.explained.find(({ one }) => one.port === 40_001 && one.ordinal === 2)!.one;
  expect(slow).toMatchObject({ request: "GET /orders", route: "GET /orders", status: 200, matched: true, pid: 4711 });
  expect(slow.waiting).toEqual([
    { file: "/app/server.js", line: 100, ms: expect.closeTo(2, 1) as number, what: "SELECT * FROM orders WHERE id = ?", times: 1 },
  ]);
  expect(slow.heldBy[0]).toMatchObject({ route: "GET /report", ms: 58.5 });
  expect(Object.values(slow.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(slow.latencyMs, 3);
});
