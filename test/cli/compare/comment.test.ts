import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { JsonComparison } from "../../../language-server/reports/json-comparison.ts";
import { sarifErrors } from "../../reports/sarif/sarif-schema.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";
import { type StoredPair, storedPair } from "./stored-pair.ts";

let cli: CommandLine;
let pair: StoredPair;

const [cpu, boot] = ["AMD EPYC 7B13", "0123456789abcdef"];

beforeAll(async () => {
  cli = await buildCommandLine();
  pair = await storedPair([
    { cpu, cores: 4, boot },
    { cpu, cores: 8, boot },
  ]);
});

const compare = (...args: readonly string[]) => cli.run(["compare", pair.before, pair.after, ...args], { cwd: pair.checkout });

test("--format markdown is a comment: the verdict and its interval first, then the lines with ±, then all else, folded", async () => {
  const { code, out, err } = await compare("--format", "markdown");
  expect([code, err]).toEqual([0, ""]);
  const [marker, , verdict, , , , title, , head, , row] = out.split("\n");
  expect(marker).toBe("<!-- heatline: compare -->");
  expect(verdict).toMatch(/^### Slower\. Busy time per request: ×1\.\d\d \(95 % interval: ×1\.\d\d to ×1\.\d\d\)\.$/);
  expect([title, head]).toEqual(["#### Lines that changed", "| line | place | before | after | change | verdict |"]);
  expect(row).toMatch(
    /^\| <code>return expensive\(\);<\/code> \| <code>price list\.js:2<\/code> \| 500 µs \| 2\.5 ms \| \+2 ms ± \d+ µs \(\+400 %\) \| ▲ slower \|$/,
  );
  const [, functions, details] = out.split("<details>");
  expect(functions).toContain("<summary>Functions that changed (1)</summary>");
  expect(functions).toContain("| <code>price</code> | <code>price list.js:1</code> |");
  expect(details).toContain(
    "- **Note**: The runs were recorded on different machines (AMD EPYC 7B13, 4 cores, then AMD EPYC 7B13, 8 cores): ",
  );
  expect(details).toContain("- **after**: Node.js 22.0.0 · AMD EPYC 7B13, 8 cores");
});

test("over the limit of --fail-above the comment says so", async () => {
  const { code, out } = await compare("--format", "markdown", "--fail-above", "10");
  expect(code).toBe(3);
  expect(out.split("\n")[4]).toMatch(/^\*\*Over budget\*\*: busy time per request grew by \d+\.?\d* %; --fail-above allows 10 %\.$/);
});

test("--sarif writes the own lines and functions that changed, relative to the checkout, wherever in it the command runs", async () => {
  const sub = path.join(pair.checkout, "sub");
  mkdirSync(sub, { recursive: true });
  const { code } = await cli.run(["compare", pair.before, pair.after, "--sarif", "out.sarif", "--fail-above", "10"], { cwd: sub });
  expect(code).toBe(3);
  const log = JSON.parse(readFileSync(path.join(sub, "out.sarif"), "utf8")) as { runs: { results: object[]; invocations: object[] }[] };
  expect(sarifErrors(log)).toEqual([]);
  const place = (startLine: number) => ({
    physicalLocation: { artifactLocation: { uri: "app/price%20list.js", uriBaseId: "%SRCROOT%" }, region: { startLine } },
  });
  expect(log.runs[0]?.results).toMatchObject([
    { ruleId: "slower-line", level: "warning", locations: [place(2)] },
    { ruleId: "slower-function", level: "warning", locations: [place(1)] },
  ]);
  expect(log.runs[0]?.invocations).toMatchObject([{ toolExecutionNotifications: [{ level: "error" }] }]);
});

test("a change that is corrected for what all code costs more is from before to a figure that is shown, too", async () => {
  const { before, after, checkout } = await storedPair([], 400);
  const compared = (...args: readonly string[]) => cli.run(["compare", before, after, ...args], { cwd: checkout });
  const text = (await compared("--sarif", "log.sarif")).out;
  expect(text).toMatch(/^ {3}before {5}after corrected {4}change$/m);
  expect(text).toMatch(/^ {3}500 µs {4}2\.5 ms {3}1\.89 ms {2}\+1\.39 ms {2}\+277 % {2}▲ slower {4}price /m);
  expect(text).toMatch(/^Corrected: the cost after, as if all other code cost the same as before\. /m);
  const markdown = (await compared("--format", "markdown")).out;
  expect(markdown).toContain(
    "| line | place | before | after | corrected | change | verdict |\n| --- | --- | ---: | ---: | ---: | ---: | --- |\n",
  );
  expect(markdown).toMatch(/ \| 500 µs \| 2\.5 ms \| 1\.89 ms \| \+1\.39 ms ± \d+ µs \(\+277 %\) \| ▲ slower \|/);
  expect(markdown).toContain("- **Note**: Corrected: the cost after, ");
  expect(readFileSync(path.join(checkout, "log.sarif"), "utf8")).toMatch(
    /500 µs → 2\.5 ms of busy time per request, or 1\.89 ms as if all other code cost the same as before: \+1\.39 ms ± \d+ µs \(\+277 %\)\./,
  );
  expect((await compare()).out).not.toMatch(/corrected/i);
});

test("--json has the machines and the warning", async () => {
  const { out } = await compare("--json");
  const { before, after, warnings } = JSON.parse(out) as JsonComparison;
  expect([before.machine, after.machine]).toEqual([
    { cpu, cores: 4, boot },
    { cpu, cores: 8, boot },
  ]);
  expect(warnings.map(({ kind }) => kind)).toEqual(["otherMachine"]);
});

test("a format that is none, or another than --json, is refused", async () => {
  expect((await compare("--format", "html")).err).toContain("--format must be text, markdown or json, not “html”.");
  expect((await compare("--format", "markdown", "--json")).err).toContain("--json and --format markdown contradict each other");
  expect(JSON.parse((await compare("--format", "json", "--json")).out)).toHaveProperty("schema", 1);
});
