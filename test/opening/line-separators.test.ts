import { copyFileSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { Profile } from "pprof-format";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import { splitLines } from "../../language-server/analysis/syntax/line-ends.ts";
import { buildCommandLine, type CommandLine } from "../cli/command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-separators-")));
const app = path.resolve(import.meta.dirname, "../fixtures/apps/line-separator.js");
const file = path.join(folder, "line-separator.js");
const hotLine = (rule: "engine" | "editor"): number =>
  splitLines(readFileSync(app, "utf8"), rule).findIndex((line) => line.endsWith("// HOT")) + 1;

beforeAll(async () => {
  cli = await buildCommandLine();
  copyFileSync(app, file);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function hottestLine(target: string): Promise<number | undefined> {
  const { out, err } = await cli.run(["report", target, "--json"], { cwd: folder });
  expect(err).toBe("");
  const { lines } = JSON.parse(out) as JsonReport;
  return lines.filter((line) => line.file === file).toSorted((a, b) => b.selfTicks - a.selfTicks)[0]?.line;
}

test("lines end where editors end them in what people read, and where V8 ends them in files for other tools", async () => {
  const { code, out, err } = await cli.run(["record", "--out", "runs", "--", process.execPath, file], { cwd: folder });
  expect([code, code === 0 ? "" : err]).toEqual([0, ""]);
  expect([hotLine("editor"), hotLine("engine")]).toEqual([7, 9]);
  expect(out).toMatch(/\d %\s+7 │ +for \(let i = 0;/);
  expect(await hottestLine("runs")).toBe(7);

  const exported = async (format: string, name: string): Promise<Buffer> => {
    const done = await cli.run(["export", "runs", "--format", format, "--output", name], { cwd: folder });
    expect(done.err).toBe("");
    return readFileSync(path.join(folder, name));
  };
  expect(String(await exported("markdown", "run.md"))).toContain("| line-separator.js:7 |");
  expect(String(await exported("html", "run.html"))).toContain("line-separator.js:7<");
  const startOfSpin = 6;
  const cpuprofile = JSON.parse(String(await exported("cpuprofile", "run.cpuprofile"))) as {
    nodes: readonly {
      callFrame: { functionName: string; lineNumber: number };
      positionTicks?: readonly { line: number; ticks: number }[];
    }[];
  };
  const spin = cpuprofile.nodes.filter(({ callFrame }) => callFrame.functionName === "spin");
  expect(new Set(spin.map(({ callFrame }) => callFrame.lineNumber + 1))).toEqual(new Set([startOfSpin]));
  expect(spin.flatMap(({ positionTicks = [] }) => positionTicks).toSorted((a, b) => b.ticks - a.ticks)[0]?.line).toBe(9);
  const pprof = Profile.decode(gunzipSync(await exported("pprof", "run.pb.gz")));
  const ofSpin = pprof.function.find(({ name }) => pprof.stringTable.strings[Number(name)] === "spin");
  expect(Number(ofSpin?.startLine)).toBe(startOfSpin);
  expect(
    pprof.location
      .flatMap(({ line }) => line)
      .filter(({ functionId }) => functionId === ofSpin?.id)
      .map(({ line }) => Number(line)),
  ).toContain(9);
  const speedscope = JSON.parse(String(await exported("speedscope", "run.speedscope.json"))) as {
    shared: { frames: readonly { name: string; line?: number }[] };
  };
  expect(speedscope.shared.frames.find(({ name }) => name === "spin")?.line).toBe(startOfSpin);
  // Opened again, the lines are those of editors.
  expect([await hottestLine("run.cpuprofile"), await hottestLine("run.pb.gz")]).toEqual([7, 7]);
});
