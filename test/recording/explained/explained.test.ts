import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { partKinds } from "../../../language-server/analysis/marks/request-parts.ts";
import {
  type ExplainedRequest,
  explainRequest,
  explainSlowest,
  slowRequests,
} from "../../../language-server/answers/waits/explained-request.ts";
import { lineWaits } from "../../../language-server/answers/waits/line-waits.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { recordExplained, type RecordedExplained, type ToldRequest } from "./recorded-explained.ts";

let runsFolder: string;

beforeAll(async () => {
  runsFolder = await mkdtemp(path.join(tmpdir(), "heatline-explained-"));
});

afterAll(() => rm(runsFolder, { recursive: true }));

const requests = [
  { method: "GET" as const, path: "/orders", weight: 24 },
  { method: "GET" as const, path: "/report", weight: 1 },
];

interface Pair {
  readonly one: ExplainedRequest;
  readonly told: ToldRequest;
}

interface Judged {
  readonly recorded: RecordedExplained;
  readonly pairs: readonly Pair[];
  /** By part, what is explained against what the server's own clock tells. */
  readonly sums: Readonly<Record<"cpu" | "waiting" | "held", readonly [found: number, told: number]>>;
  /** Share of the requests each of whose parts is within 5 ms, or a tenth of its latency, of what was told. */
  readonly near: number;
  readonly unexplained: number;
  /** Of requests that were held up by one route for 5 ms or more: share whose culprit is that route, and on the right line. */
  readonly culprits: number;
}

const lengthOf = (spans: ToldRequest["ran"]): number => spans.reduce((sum, [from, to]) => sum + to - from, 0);

function judged(recorded: RecordedExplained): Judged {
  const { pass, told } = recorded;
  const byConnection = new Map(told.map((each) => [`${each.port} ${each.ordinal}`, each]));
  const pairs = slowRequests(pass, Infinity).rows.flatMap(({ id }): readonly Pair[] => {
    const one = explainRequest(pass, id)!.one;
    const found = byConnection.get(`${one.port} ${one.ordinal}`);
    return found === undefined ? [] : [{ one, told: found }];
  });
  const toldParts = ({ told: { ran, held, waitingUs } }: Pair) => ({ cpu: lengthOf(ran), waiting: waitingUs, held: lengthOf(held) });
  // What of these had no processor, or was garbage collection, the server cannot tell apart.
  const foundParts = ({ one: { parts } }: Pair) => ({ cpu: parts.cpu, waiting: parts.waiting, held: parts.held });
  const sum = (value: (pair: Pair) => number): number => pairs.reduce((all, pair) => all + value(pair), 0);
  const kinds = ["cpu", "waiting", "held"] as const;
  const sums = Object.fromEntries(
    kinds.map((kind) => [kind, [sum((pair) => foundParts(pair)[kind]), sum((pair) => toldParts(pair)[kind])]]),
  ) as unknown as Judged["sums"];
  const isNear = (pair: Pair): boolean => {
    const { gc, noCpu } = pair.one.parts;
    const most = Math.max(5000, pair.one.us / 10);
    return kinds.every((kind) => Math.abs(foundParts(pair)[kind] - toldParts(pair)[kind]) <= most + (kind === "waiting" ? 0 : gc + noCpu));
  };
  const held = pairs.flatMap((pair) => {
    const culprit = toldCulprit(pair, told);
    return culprit === undefined ? [] : [{ pair, culprit }];
  });
  const right = held.filter(({ pair, culprit }) => {
    const [first] = pair.one.held;
    const place = first?.path === undefined ? "" : path.basename(first.path);
    return first?.route === `GET ${culprit}` && (culprit !== "/report" || place === "clock.mjs" || place === "report.mjs");
  });
  return {
    recorded,
    pairs,
    sums,
    near: pairs.filter(isNear).length / pairs.length,
    unexplained: sum(({ one }) => one.parts.rest) / sum(({ one }) => one.us),
    culprits: right.length / held.length,
  };
}

/** The route that ran for most of the time in which the request was held up, if that was long. */
function toldCulprit({ told }: Pair, all: readonly ToldRequest[]): string | undefined {
  const time = new Map<string, number>();
  for (const [from, to] of told.held)
    for (const other of all)
      if (other !== told && other.endUs > from && other.beginUs < to)
        for (const [start, end] of other.ran)
          time.set(other.route, (time.get(other.route) ?? 0) + Math.max(0, Math.min(end, to) - Math.max(start, from)));
  const [most, next] = [...time].toSorted((one, other) => other[1] - one[1]);
  return most !== undefined && most[1] >= 5000 && most[1] >= 1.2 * (next?.[1] ?? 0) ? most[0] : undefined;
}

test.each([10, 100])("parts of requests are what the server's own clock says, %i at a time", { timeout: 300_000 }, async (connections) => {
  const load = { requests, connections, warmupSeconds: 1, durationSeconds: 6 };
  const record = async (): Promise<Judged> => judged(await recordExplained(runsFolder, load));
  const isRight = ({ sums, near, unexplained, culprits }: Judged): boolean =>
    Object.values(sums).every(([found, told]) => Math.abs(found / told - 1) <= 0.1) &&
    near >= 0.95 &&
    unexplained <= 0.05 &&
    culprits >= 0.95;
  const { pairs, sums, near, unexplained, culprits, recorded } = await undisturbed(record, isRight);
  expect(pairs.length).toBeGreaterThan(1000);
  for (const { one } of pairs.slice(0, 50)) {
    expect(partKinds.reduce((sum, kind) => sum + one.parts[kind], 0)).toBeCloseTo(one.us, 0);
    expect(one.isMatched).toBe(true);
  }
  const ratios = Object.fromEntries(Object.entries(sums).map(([kind, [found, told]]) => [kind, Math.abs(found / told - 1) <= 0.1]));
  expect(ratios).toEqual({ cpu: true, waiting: true, held: true });
  expect(near).toBeGreaterThanOrEqual(0.95);
  expect(unexplained).toBeLessThanOrEqual(0.05);
  expect(culprits).toBeGreaterThanOrEqual(0.95);
  const { lines } = lineWaits(recorded.pass);
  expect(lines.map(({ path: file, line, isOuter }) => `${path.basename(file)}:${line}${isOuter ? " outer" : ""}`).toSorted()).toEqual([
    "orders.mjs:11 outer",
    "orders.mjs:18",
    "orders.mjs:8",
  ]);
  expect(lines.find(({ line }) => line === 8)!.inRequests.times / lines.find(({ line }) => line === 8)!.inRequests.requests).toBeCloseTo(
    5,
    1,
  );
  expect(explainSlowest(recorded.pass)!.one.us).toBeGreaterThan(explainSlowest(recorded.pass)!.usual.us);
});
