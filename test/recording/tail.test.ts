import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { slowestRequests, type SlowestAnswer } from "../../language-server/answers/timeline/slowest-requests.ts";
import { everything } from "../../language-server/analysis/selection/selection.ts";
import { readRun } from "../../language-server/history/run-store.ts";
import { openRunFolder } from "../../language-server/opening/opened-run.ts";
import { recordService } from "../drivers/server/recorded-load.ts";
import { undisturbed } from "../drivers/undisturbed.ts";
import { shopFolder } from "../analysis/timeline/tail/stored-tails.ts";

let runsFolder: string;

beforeAll(async () => {
  runsFolder = await mkdtemp(path.join(tmpdir(), "heatline-tail-"));
});

afterAll(() => rm(runsFolder, { recursive: true }));

/** The shop, one in a hundred of whose requests backtracks, with a connection that sends all of them. */
async function recorded(): Promise<SlowestAnswer> {
  process.env["PLANTED"] = "1";
  const load = { path: "/items", connections: 1, warmupSeconds: 1, durationSeconds: 10 };
  const folder = await recordService({ folder: shopFolder, program: "server.js", runsFolder, load });
  const opened = await openRunFolder(folder, await readRun(folder), {});
  const answer = slowestRequests(opened, everything);
  if (answer === null) throw new Error("The run has no threads.");
  return answer;
}

const planted = "names.js:4 isName";
const named = ({ lines }: SlowestAnswer): string => `${path.basename(lines[0]?.path ?? "")}:${lines[0]?.line} ${lines[0]?.name}`;

test("the planted line of a service under load is named, and leads from its slow requests", async () => {
  const isRight = (answer: SlowestAnswer): boolean => answer.verdict.code === "named" && named(answer) === planted;
  const answer = await undisturbed(recorded, isRight);
  const { verdict, lines, rows, rate } = answer;
  expect([verdict.code, named(answer)]).toEqual(["named", planted]);
  expect(lines[0]?.p).toBeLessThanOrEqual(0.01);
  // The load's end closes the connection: the last request may have been a slow one.
  const answered = rows.filter(({ outcome }) => outcome !== "load-end");
  expect(answered.length).toBeGreaterThanOrEqual(rows.length - 1);
  expect(answered[0]).toMatchObject({ request: "GET /items", status: 200, outcome: "answer" });
  expect(rows.filter(({ line }) => line === 0).length).toBeGreaterThan(rows.length / 2);
  expect(rate).toBeGreaterThan(0);
});
