// @module-tag thorough
import { beforeAll, expect, test } from "vitest";
import type { BenchResult } from "../../../language-server/answers/bench/bench-result.ts";
import { MadeRepository } from "../../recording/checkouts/made-repository.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;

beforeAll(async () => {
  cli = await buildCommandLine();
});

/** Each function takes about a third of the time of a request. */
const library = (grown: number): string => `exports.price = function price(count) {
  let sum = 0;
  for (let index = 0; index < count * ${1 + 3 * grown}; index++) sum += Math.sqrt(index);
  return sum;
};
exports.stock = function stock(count) {
  let sum = 0;
  for (let index = 0; index < count; index++) sum += Math.sqrt(index + 1);
  return sum;
};
exports.text = function text(count) {
  let sum = 0;
  for (let index = 0; index < count; index++) sum += Math.sqrt(index + 2);
  return sum;
};
`;

const files = {
  "heatline.budgets.json": `{ "lib/shop.js#price": "10 %", "lib/shop.js#stock": "10 %" }`,
  "lib/shop.js": library(0),
  "server.js": `const { price, stock, text } = require("./lib/shop.js");
require("node:http").createServer((request, response) => {
  response.end(String(price(400_000) + stock(400_000) + text(400_000)));
}).listen(Number(process.env.PORT), "127.0.0.1");
`,
};

async function bench(made: MadeRepository): Promise<{ readonly code: number | null; readonly result: BenchResult }> {
  const load = ["--load", "/", "--connections", "4", "--duration", "3", "--warmup", "1", "--rounds", "10"];
  const { code, out, err } = await cli.run(["bench", "--json", "--base", "HEAD^", "--head", "HEAD", ...load, "--", "node", "server.js"], {
    cwd: made.folder,
  });
  if (out === "") throw new Error(err);
  return { code, result: JSON.parse(out) as BenchResult };
}

/** Where chance, or another program, spoils one bench of fifty, it does not spoil two. */
const twice = { timeout: 1_200_000, retry: 1 };

test("a function that takes 10 % more of all busy time is found in ten rounds, and no other one is", twice, async () => {
  const made = new MadeRepository(files);
  made.commit("planted", { "lib/shop.js": library(0.1) });
  const { code, result } = await bench(made);
  expect(result).toMatchObject({ rounds: 10, leftOut: [], per: "request" });
  expect(result.app.low).toBeLessThan(1.1);
  expect(result.app.high).toBeGreaterThan(1.05);
  expect(result.functions.filter(({ verdict }) => verdict === "slower").map(({ name }) => name)).toEqual(["price"]);
  expect(result.over.map(({ what }) => what)).toContain("lib/shop.js#price");
  expect(result.over.map(({ what }) => what)).not.toContain("lib/shop.js#stock");
  expect(code).toBe(3);
});

test("of two versions that do the same nothing is said", twice, async () => {
  const made = new MadeRepository(files);
  made.commit("equal", { "lib/shop.js": `// The same, one line further down.\n${library(0)}` });
  const { code, result } = await bench(made);
  expect(result).toMatchObject({ rounds: 10, over: [], app: { verdict: "noDifference" } });
  expect(code).toBe(0);
});
