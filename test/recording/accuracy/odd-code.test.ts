import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { analyse, type Analysis } from "../../../language-server/analysis/analyse.ts";
import type { Problem } from "../../../language-server/analysis/profile/profile.ts";
import { brokenInvariants } from "../../analysis/invariants.ts";
import { edgeNodeMajors, nodeOf } from "../../workbench/node-versions.mjs";
import { record } from "./ground-truth.ts";
import { inEnglish } from "../../../language-server/texts/english.ts";

const folder = path.join(import.meta.dirname, "../../fixtures/ground-truth");
const program = path.join(folder, "odd-code.cjs");

interface OddRun {
  readonly analysis: Analysis;
  readonly problems: readonly Problem[];
  /** Self ticks of a line. */
  readonly self: (file: string, line: number) => number;
  readonly total: (file: string, line: number) => number;
}

async function oddRun(major: number): Promise<OddRun> {
  const { decoder } = await record(await nodeOf(major), major, 1000, [program, "300"]);
  const { profile, problems } = decoder.profile();
  const analysis = analyse({
    threads: [{ name: "main", profile }],
    scripts: [],
    textOf: () => undefined,
    workspaceFolders: [folder],
    ownCode: [],
    nodeMajor: major,
  });
  const { costs } = analysis;
  const lineOf = (file: string, line: number) =>
    costs.lines.find((each) => each.line === line && costs.sources[each.source]?.path === file);
  return {
    analysis,
    problems,
    self: (file, line) => lineOf(file, line)?.selfTicks ?? 0,
    total: (file, line) => lineOf(file, line)?.totalTicks ?? 0,
  };
}

/** Expected range for 300 ms at 1 ms, on a busy machine. */
const some = 20;

test.each(edgeNodeMajors.filter((major) => major >= 20))(
  "Node %i: code of every unusual origin has its line, or a note that it has none",
  async (major) => {
    const { analysis, problems, self, total } = await oddRun(major);
    const { costs } = analysis;
    const lines = (await readFile(program, "utf8")).split("\n");
    const text = (line: string): number => lines.findIndex((each) => each.includes(line)) + 1;

    // Each origin under its own name, or `eval` if it has none.
    expect(total("made-up.js", 2)).toBeGreaterThan(some);
    expect(total("context.js", 2)).toBeGreaterThan(some);
    // If the embedder shifted the source, its line numbers are used.
    expect(total("shifted.js", 41)).toBeGreaterThan(some);
    expect(total("(eval)", 2)).toBeGreaterThan(some);
    expect(total("(eval)", 3)).toBeGreaterThan(some);

    // A function's name may contain the separators of fields and lines in V8's log.
    for (const name of ["CallExpression, NewExpression", "line\nbreak, 0x12"]) {
      expect(costs.functions.find((each) => each.name === name)?.totalTicks).toBeGreaterThan(some);
    }

    // A recursive line counts once per sample.
    const recursion = text("recurse(depth - 1, until)");
    expect(total(program, recursion)).toBeGreaterThan(some);
    expect(total(program, recursion)).toBeLessThan(costs.busyTicks / 3);
    expect(brokenInvariants(analysis)).toEqual([]);

    // WebAssembly has no line: its time counts for the caller and is shown there by name.
    const spin = costs.lines.find(({ line, source }) => line === text("wasm.exports.spin") && costs.sources[source]?.path === program);
    expect(spin?.selfTicks).toBeGreaterThan(some);
    expect(spin?.natives[0]?.name).toMatch(/^(?:wasm|.*spin)/);
    expect(self(program, text("wasm.exports.spin"))).toBe(spin?.selfTicks);

    // The parsing of JSON modules is somewhere below the line that imports them.
    expect(total(program, text("require(file)"))).toBeGreaterThan(some / 5);

    expect(problems.filter(({ code }) => code !== "v8Log.lostTicks").map(inEnglish)).toEqual([
      "Stacks deeper than V8 records (255 frames) lack their outermost frames.",
    ]);
  },
);
