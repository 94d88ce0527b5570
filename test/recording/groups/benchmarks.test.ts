// @module-tag thorough

import { mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { JsonReport } from "../../../language-server/reports/json-report.ts";
import { buildCommandLine } from "../../cli/command-line.ts";
import { installPackages } from "../../workbench/installed-packages.mjs";
import { nodeOf } from "../../workbench/node-versions.mjs";

const slow = `export function slow() {
  let sum = 0;
  for (let i = 0; i < 100_000; i++) sum += Math.sqrt(i) % 3;
  return sum;
}
`;

const tools = {
  tinybench: {
    file: "bench.mjs",
    text: `import { Bench } from "tinybench";
import { slow } from "./slow.mjs";
const bench = new Bench({ time: 500 });
bench.add("slow", () => slow());
await bench.run();
`,
    command: ["bench.mjs"],
    major: 20,
  },
  mitata: {
    file: "bench.mjs",
    text: `import { bench, run } from "mitata";
import { slow } from "./slow.mjs";
bench("slow", () => slow());
await run();
`,
    command: ["bench.mjs"],
    major: 20,
  },
  Vitest: {
    file: "slow.bench.mjs",
    text: `import { test } from "vitest";
import { slow } from "./slow.mjs";
test("slow", async ({ bench }) => {
  await bench("slow", () => void slow()).run();
});
`,
    command: ["node_modules/vitest/vitest.mjs", "bench", "--run"],
    major: 24,
  },
};

test.each(Object.entries(tools))(
  "a benchmark of %s is recorded as it is: its hottest line is in the function that it measures",
  async (_, tool) => {
    const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-benchmarks-")));
    await symlink(await installPackages("benchmarks"), path.join(folder, "node_modules"));
    await writeFile(path.join(folder, "slow.mjs"), slow);
    await writeFile(path.join(folder, tool.file), tool.text);
    const cli = await buildCommandLine();
    const { code, err } = await cli.run(["record", "--out", "runs", "--", await nodeOf(tool.major), ...tool.command], { cwd: folder });
    expect([code, err]).toEqual([0, err]);
    const { out } = await cli.run(["report", "runs", "--json"], { cwd: folder });
    const { functions, lines, busyTicks } = JSON.parse(out) as JsonReport;
    const [hottest] = lines.toSorted((a, b) => b.selfTicks - a.selfTicks);
    expect([hottest?.file, hottest?.line]).toEqual([path.join(folder, "slow.mjs"), 3]);
    expect(functions.toSorted((a, b) => b.selfTicks - a.selfTicks)[0]?.name).toBe("slow");
    expect((hottest?.selfTicks ?? 0) / busyTicks).toBeGreaterThan(0.1);
    await rm(folder, { recursive: true });
  },
);
