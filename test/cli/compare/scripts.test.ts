import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonComparison } from "../../../language-server/reports/json-comparison.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-scripts-")));

/** Ends by itself; `rounds` decides how long it takes. */
const source = (rounds: number): string => `function price() {
  let sum = 0;
  for (let i = 0; i < ${rounds}; i++) sum += Math.sqrt(i) % 7;
  return sum;
}

function render() {
  let text = "";
  for (let i = 0; i < 20_000; i++) text = JSON.stringify({ i, list: [i, i + 1], last: text.slice(0, 50) });
  return text;
}

console.log(price(), render().length);
`;

beforeAll(async () => {
  cli = await buildCommandLine();
  const bothRecorded = async (): Promise<string> => {
    await record("before", 15_000_000);
    await record("after", 150_000_000);
    return (await jsonOf()).busy.verdict;
  };
  // Of a machine that is far busier meanwhile, all busy time says too little.
  await undisturbed(bothRecorded, (verdict) => verdict === "slower", 3);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function record(runs: string, rounds: number): Promise<void> {
  rmSync(path.join(folder, runs), { recursive: true, force: true });
  writeFileSync(path.join(folder, "report.js"), source(rounds));
  const { code, err } = await cli.run(["record", "--out", runs, "--", "node", "report.js"], { cwd: folder });
  if (code !== 0) throw new Error(`The script failed: ${err}`);
}

async function jsonOf(...options: readonly string[]): Promise<JsonComparison> {
  const { code, out, err } = await cli.run(["compare", "before", "after", "--json", ...options], { cwd: folder });
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out) as JsonComparison;
}

test("a script whose work takes ten times as long is slower per run, in every form, and over a limit", async () => {
  const { code, out, err } = await cli.run(["compare", "before", "after", "--fail-above", "10", "--sarif", "log.sarif"], { cwd: folder });
  expect(code).toBe(3);
  expect(err).toMatch(/^heatline: busy time per run grew by \d+ %; --fail-above allows 10 %\.\n$/);
  expect(out).toMatch(/^Busy time per run [\d.]+ m?s → [\d.]+ m?s, \+[\d.]+ m?s ± [\d.]+ m?s \((?:\+\d+ %|×[\d.]+)\)$/m);
  expect(out).toMatch(/^CPU of all threads per run /m);
  expect(out).toMatch(/ ▲ slower +price {2}report\.js:1\n/);
  expect(out).not.toMatch(/requests|per second/i);

  const markdown = await cli.run(["compare", "before", "after", "--format", "markdown"], { cwd: folder });
  expect(markdown.out).toMatch(/^### Slower\. Busy time per run: ×/m);
  expect(markdown.out).toMatch(/<code>price<\/code> \| <code>report\.js:1<\/code> .* ▲ slower \|$/m);

  const json = await jsonOf();
  expect(json).toMatchObject({ per: "run", busy: { verdict: "slower" } });
  const price = json.functions.find(({ name }) => name === "price");
  expect(price?.verdict).toBe("slower");
  expect((price?.after ?? 0) / (price?.before ?? 1)).toBeGreaterThan(4);

  const sarif = await readFile(path.join(folder, "log.sarif"), "utf8");
  expect(sarif).toMatch(/"price is slower than before: [^"]* of busy time per run,/);
});

test("per second, such runs do not differ by how long they took", async () => {
  const { per, busy } = await jsonOf("--per", "second");
  expect(per).toBe("second");
  expect(busy.after / busy.before).toBeLessThan(2);
});
