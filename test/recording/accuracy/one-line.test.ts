import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { nodeOf, ownNodeMajors } from "../../workbench/node-versions.mjs";
import { someOf } from "../../workbench/some-of.mjs";
import { programs, record } from "./ground-truth.ts";
import { samplesOf } from "./line-shares.ts";

const folder = path.join(programs, "one-line");

/** How a program's JavaScript is laid out: as tsx and minifiers do it, or a statement on each line. */
type Layout = "one line" | "many lines";

interface Shares {
  /** Share of the line marked HOT, of all samples in the program. */
  readonly hot: number;
  /** The largest share of another line of the source. */
  readonly other: number;
}

async function sharesOf(name: string, major: number, layout: Layout): Promise<Shares> {
  const made = await mkdtemp(path.join(os.tmpdir(), "heatline-one-line-"));
  try {
    const source = await readFile(path.join(folder, `${name}.ts`), "utf8");
    const isOneLine = layout === "one line";
    const { code, map } = await transform(source, { loader: "ts", minifyWhitespace: isOneLine, sourcemap: "external" });
    expect(code.trim().includes("\n")).toBe(!isOneLine);
    await writeFile(path.join(made, "program.cjs"), code);
    const { decoder } = await record(await nodeOf(major), major, 500, [path.join(made, "program.cjs"), "700"]);
    const original = new TraceMap(map);
    const ticks = source.split("\n").map(() => 0);
    let all = 0;
    for (const [innermost] of samplesOf(decoder.profile().profile)) {
      if (innermost?.url.endsWith("program.cjs") !== true || innermost.column < 0) continue;
      const { line } = originalPositionFor(original, innermost);
      if (line === null) continue;
      all += 1;
      ticks[line - 1] = (ticks[line - 1] ?? 0) + 1;
    }
    const hot = source.split("\n").findIndex((line) => line.includes("// HOT"));
    return { hot: (ticks[hot] ?? 0) / all, other: Math.max(...ticks.filter((_ticks, line) => line !== hot)) / all };
  } finally {
    await rm(made, { recursive: true });
  }
}

const names = ["spread", "properties", "comparison"];
const cases = ownNodeMajors.flatMap((major) => someOf(2, names).map((name) => [major, name] as const));

test.each(cases)("Node %i: code on one line has the shares that it has on many: %s", async (major, name) => {
  const measure = async () => ({ one: await sharesOf(name, major, "one line"), many: await sharesOf(name, major, "many lines") });
  const isKept = ({ one, many }: Awaited<ReturnType<typeof measure>>): boolean =>
    Math.abs(one.hot - many.hot) < 0.05 && one.other < Math.max(0.03, many.other + 0.03);
  const { one, many } = await undisturbed(measure, isKept);
  expect(many.hot).toBeGreaterThan(0.6);
  expect(Math.abs(one.hot - many.hot)).toBeLessThan(0.05);
  expect(one.other).toBeLessThan(Math.max(0.03, many.other + 0.03));
});
