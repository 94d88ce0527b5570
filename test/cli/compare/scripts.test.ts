import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { JsonComparison } from "../../../language-server/reports/json-comparison.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
let folder: string;
let runs: readonly [before: string, after: string];

const parts = Array.from({ length: 12 }, (_, at) => `part${at}`);
const source = (rounds: number): string =>
  [`function price() { return work(${rounds}); }`, ...parts.map((name) => `function ${name}() { return work(); }`), ""].join("\n");

beforeAll(async () => {
  cli = await buildCommandLine();
  const app = await makeApp({ "report.js": source(10) });
  /** In each of 100 turns `price` for so many milliseconds, and each other function for one. */
  const drawn = (ms: number, minute: number): Promise<string> => {
    const turn = [
      `${ms} | report.js price@1:14 1:26`,
      ...parts.map((name, at) => `1 | report.js ${name}@${at + 2}:${9 + name.length} ${at + 2}:26`),
    ];
    return drawRun(app, {
      scripts: { "report.js": source(ms) },
      threads: [`${turn.join("\n")}\n`.repeat(100)],
      run: {
        end: "exited",
        exitCode: 0,
        window: "first-line",
        durationMs: 100 * (ms + parts.length),
        cpuMs: 100 * (ms + parts.length),
        startedAt: `2026-01-02T12:0${minute}:00.000Z`,
      },
    });
  };
  runs = [await drawn(10, 0), await drawn(100, 1)];
  ({ folder } = app);
});

test("a script that takes longer is slower per run, in every form, and over a limit", async () => {
  const compare = (...args: readonly string[]) => cli.run(["compare", ...runs, ...args], { cwd: folder });
  const { code, out, err } = await compare("--fail-above", "10", "--sarif", "log.sarif");
  expect(code).toBe(3);
  expect(err).toBe("heatline: busy time per run grew by 409 %; --fail-above allows 10 %.\n");
  expect(out).toMatch(/^Busy time per run 2\.2 s → 11\.2 s, \+9 s ± [\d.]+ m?s \(\+409 %\)$/m);
  expect(out).toMatch(/^CPU of all threads per run 2\.2 s → 11\.2 s$/m);
  expect(out).toMatch(/^ +1 s +10 s +\+9 s +×10 {2}▲ slower +price {2}report\.js:1$/m);
  expect(out).not.toMatch(/requests|per second/i);
  const markdown = (await compare("--format", "markdown")).out;
  expect(markdown).toMatch(/^### Slower\. Busy time per run: ×5\.09 /m);
  expect(markdown).toMatch(
    /<code>price<\/code> \| <code>report\.js:1<\/code> \| 1 s \| 10 s \| \+9 s ± [\d.]+ m?s \(\+900 %\) \| ▲ slower \|$/m,
  );
  const json = JSON.parse((await compare("--json")).out) as JsonComparison;
  expect(json).toMatchObject({ per: "run", busy: { before: 2200, after: 11_200, verdict: "slower" } });
  const sarif = await readFile(path.join(folder, "log.sarif"), "utf8");
  expect(sarif).toMatch(/"price is slower than before: 1 s → 10 s of busy time per run: \+9 s ± /);
  expect(JSON.parse((await compare("--json", "--per", "second")).out)).toMatchObject({
    per: "second",
    busy: { before: 1000, after: 1000 },
  });
});

test("two recordings of a script that ends by itself are compared per run", async () => {
  const cwd = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-scripts-")));
  writeFileSync(path.join(cwd, "job.js"), "let sum = 0;\nfor (let i = 0; i < 20_000_000; i++) sum += Math.sqrt(i);\nconsole.log(sum);\n");
  for (const out of ["before", "after"])
    expect(await cli.run(["record", "--out", out, "--", "node", "job.js"], { cwd })).toMatchObject({ code: 0, err: "" });
  const { out } = await cli.run(["compare", "before", "after"], { cwd });
  expect(out).toMatch(/^Busy time per run /m);
});
