import path from "node:path";
import { expect, test } from "vitest";
import { drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { generations, officialClient } from "./official-clients.ts";

const text = "function price() {}\nprice();\n";

test.each(generations)("a script without a load is judged by what all its code costs per run (%s)", async (generation) => {
  const app = await makeApp({ "app.js": text });
  const ran = { end: "exited", exitCode: 0, window: "first-line" } as const;
  const record = (ms: number, minute: number): Promise<string> =>
    drawRun(app, {
      scripts: { "app.js": text },
      threads: [`${ms} | app.js price@1:14 1:18`],
      run: { ...ran, durationMs: ms, cpuMs: ms, startedAt: `2026-01-02T12:0${minute}:00.000Z` },
    });
  await record(1000, 0);
  const run = await record(10_000, 1);
  await using client = await officialClient(generation, { args: ["--root", app.folder, "--runs", path.dirname(run)] });
  const { text: said, data } = await client.call("heatline_compare");
  expect(data).toMatchObject({ verdict: "slower", per: "run" });
  expect(said).toMatch(/^r-\w{6} → r-\w{6}: slower\.\n- busy time: 1000 → 10000 ms, × 10/);
  expect(said).toContain("\nNext: Undo the change");
});
