import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { Run } from "../../../language-server/history/run.ts";
import { buildCommandLine } from "../command-line.ts";

test("a start that fails before its first sample leaves a run, which says why", async () => {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-failed-start-")));
  writeFileSync(path.join(folder, "app.js"), "throw new Error('planted');\n");
  const cli = await buildCommandLine();
  // One sample a second.
  const record = ["record", "--interval", "1000000", "--out", "runs", "--", "node", "app.js"];
  const { code, err } = await cli.run(record, { cwd: folder });
  expect([code, err]).toEqual([1, expect.stringContaining("Error: planted")]);
  const [name = "", ...others] = readdirSync(path.join(folder, "runs"));
  const run = JSON.parse(readFileSync(path.join(folder, "runs", name, "run.json"), "utf8")) as Run;
  expect(others).toEqual([]);
  expect(run).toMatchObject({ end: "crashed", failure: { place: { file: path.join(folder, "app.js"), line: 1 } } });
  const report = await cli.run(["report", "runs"], { cwd: folder });
  expect(report.out).toContain("0 samples");
  rmSync(folder, { recursive: true });
});
