import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import { nodeOutput } from "../workbench/node-output.ts";
import { ownNodeMajors, nodeOf } from "../workbench/node-versions.mjs";
import { buildCommandLine, type CommandLine } from "./command-line.ts";

const program = `const { createHash } = require("node:crypto");
function same(a, b) {
  return a === b;
}
function search(list, wanted) {
  let found = 0;
  for (const text of list) if (same(text, wanted)) found++;
  return found;
}
function hashed(text) {
  return createHash("sha256").update(text).digest("hex");
}
const list = Array.from({ length: 4000 }, (_, index) => "ein ziemlich länger Text, \\\\n mit € am Ende " + index);
let found = 0;
const end = process.cpuUsage().user + 900_000;
for (let round = 0; process.cpuUsage().user < end; round++) {
  found += search(list, "ein ziemlich länger Text, \\\\n mit € am Ende " + (round % 100));
  for (let i = 0; i < 5; i++) found += hashed(list[i]).length;
}
console.log(found);
`;

let cli: CommandLine;
let folder = "";

beforeAll(async () => {
  cli = await buildCommandLine();
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-preprocessed-")));
  await writeFile(path.join(folder, "app.js"), program);
});

afterAll(async () => rm(folder, { recursive: true }));

async function reportOf(file: string): Promise<JsonReport> {
  const { code, out, err } = await cli.run(["report", file, "--json"], { cwd: folder });
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out) as JsonReport;
}

/** Difference of two reports' line totals without restored frames: 0 is equal, 1 is nothing in common. */
function difference(one: JsonReport, other: JsonReport): number {
  const byLine = new Map<string, number>();
  let all = 0;
  for (const [{ lines }, sign] of [
    [one, 1],
    [other, -1],
  ] as const) {
    for (const { file, line, totalTicks, repairedTicks } of lines) {
      const key = `${file}:${line}`;
      byLine.set(key, (byLine.get(key) ?? 0) + sign * (totalTicks - repairedTicks));
      all += totalTicks - repairedTicks;
    }
  }
  return [...byLine.values()].reduce((sum, ticks) => sum + Math.abs(ticks), 0) / all;
}

test.each(ownNodeMajors)(
  "Node %i: a preprocessed log has the lines of the log that it was made from",
  { tags: "thorough" },
  async (major) => {
    const node = await nodeOf(major);
    const log = path.join(folder, `${major}.log`);
    const positions = major === 18 ? "--log-source-code" : "--log-source-position";
    const flags = ["--prof", positions, "--no-sparkplug", "--no-logfile-per-isolate", `--logfile=${log}`];
    await nodeOutput(node, [...flags, "app.js"], folder);
    const preprocessed = await nodeOutput(node, ["--prof-process", "--preprocess", log], folder);
    const json = path.join(folder, `${major}.json.gz`);
    await writeFile(json, gzipSync(preprocessed));

    const [ofLog, ofJson] = [await reportOf(log), await reportOf(json)];
    expect(ofJson).toMatchObject({ recorder: "exact", exact: true, ticks: ofLog.ticks, busyTicks: ofLog.busyTicks });
    expect(ofLog.busyTicks).toBeGreaterThan(300);
    expect(ofJson.lines.filter(({ file }) => file.endsWith("app.js")).length).toBeGreaterThan(3);
    expect(difference(ofLog, ofJson)).toBeLessThan(0.02);
    expect(ofJson.problems).toEqual([...ofLog.problems, expect.objectContaining({ code: "v8LogJson.losesBuiltins", count: 1 })]);
  },
);

test("a preprocessed log that is truncated, of another kind, or full of impossible values is read or refused with a reason", async () => {
  const reported = async (text: string) => {
    const file = path.join(folder, "odd.json");
    await writeFile(file, text);
    const { code, err, out } = await cli.run(["report", file], { cwd: folder });
    return { code, err: err.trim(), out };
  };
  const damaged =
    "heatline: The preprocessed V8 log odd.json is cut short or damaged: it is not valid JSON, or has no ticks. Record it again.";
  expect(await reported('{"code": [{"name": "f')).toMatchObject({ code: 1, err: damaged });
  expect(await reported('{"code": [], "tick": 3}')).toMatchObject({ code: 1, err: damaged });
  expect(await reported('{"code": [], "ticks": []}')).toMatchObject({
    code: 1,
    err: "heatline: odd.json has no samples. Record it again, for longer, while the app works.",
  });
  const odd = {
    code: [
      null,
      7,
      { name: "f /a.js:1:1", type: "JS", kind: "Opt", func: 0, source: { positions: 7, fns: "x" } },
      { name: {}, type: "JS" },
    ],
    ticks: [
      null,
      3,
      { s: 5 },
      { tm: "x", vm: 0, s: [2, 0] },
      { tm: 10, vm: 0, s: [2, 4, 9_999_999, 1, -1, -5, 2] },
      { tm: 20, vm: 0, s: [2, 4, 1, 8, "a", 2] },
      { tm: 30, vm: 0, s: [2, 4] },
    ],
    scripts: [null, 3, { id: "x" }, { id: 4, source: 5 }],
  };
  const { code, err, out } = await reported(JSON.stringify(odd));
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("ticks that cannot be read");
});
