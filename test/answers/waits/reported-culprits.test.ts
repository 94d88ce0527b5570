import { expect, test } from "vitest";
import { type HeldBy, reportedCulprits } from "../../../language-server/answers/waits/line-waits.ts";

const by = (us: number, line: number, route?: string): HeldBy => ({
  path: line === 0 ? undefined : "/app/report.js",
  line,
  name: "",
  route,
  us,
  isInferred: false,
});
const reported = (held: number, ...culprits: readonly HeldBy[]): readonly string[] =>
  reportedCulprits(culprits, held).map(({ route = "no route", line, us }) => `${route} ${line} ${us}`);

test("of what held a line up, what is under a hundredth or a tenth of a millisecond is not reported", () => {
  expect(reported(30_000, by(22_000, 12, "GET /report"), by(985, 16, "GET /orders/:id"), by(250, 22, "GET /orders/:id"))).toEqual([
    "GET /report 12 22000",
    "GET /orders/:id 16 985",
  ]);
  expect(reported(900, by(800, 12, "GET /report"), by(99, 22, "GET /orders/:id"))).toEqual(["GET /report 12 800"]);
  expect(reported(90, by(90, 12, "GET /report"))).toEqual([]);
});

test("a little work of no known route is that of the route on the same line; more of it stands for itself", () => {
  expect(reported(30_000, by(22_000, 12, "GET /report"), by(400, 12), by(6000, 0))).toEqual(["GET /report 12 22400", "no route 0 6000"]);
  expect(reported(30_000, by(20_000, 12), by(500, 12, "GET /report"))).toEqual(["no route 12 20000", "GET /report 12 500"]);
  expect(reported(30_000, by(20_000, 12, "GET /report"), by(900, 14))).toEqual(["GET /report 12 20000", "no route 14 900"]);
});
