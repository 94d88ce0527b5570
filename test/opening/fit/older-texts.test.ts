import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openProfile } from "../../../language-server/opening/opened-run.ts";
import type { LineCost } from "../../../language-server/analysis/costs/costs.ts";
import { edited, editKinds, editsOf, type EditedText } from "./text-edit.ts";

const programs = path.join(import.meta.dirname, "../../fixtures/older-texts");
const names = readdirSync(programs).filter((name) => /\.[cm]?[jt]s$/.test(name));
const folder = mkdtempSync(path.join(os.tmpdir(), "older-texts-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface RawNode {
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly positionTicks?: readonly { readonly line: number; readonly ticks: number }[];
}

interface Program {
  readonly name: string;
  readonly text: string;
  readonly nodes: readonly RawNode[];
}

function programOf(name: string): Program {
  const profile = gunzipSync(readFileSync(path.join(programs, `${name}.cpuprofile.gz`)))
    .toString()
    .replaceAll("file:///srv/app/", `file://${folder}/`);
  writeFileSync(path.join(folder, `${name}.cpuprofile`), profile);
  const { nodes } = JSON.parse(profile) as { readonly nodes: readonly RawNode[] };
  return {
    name,
    text: readFileSync(path.join(programs, name), "utf8"),
    nodes: nodes.filter(({ callFrame }) => callFrame.url.endsWith(`/${name}`)),
  };
}

/** The lines of the program as they are shown on a text, and whether the text is said to be another one. */
async function shownOn(
  text: string,
  { name }: Program,
): Promise<{ readonly lines: readonly LineCost[]; readonly isContradicted: boolean }> {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  const { analysis, problems } = await openProfile(`${file}.cpuprofile`, { workspaceFolders: [folder] }, {});
  const { lines, sources } = analysis.costs;
  return {
    lines: lines.filter(({ source, totalTicks }) => sources[source]?.path === file && totalTicks > 0),
    isContradicted: problems.some(({ code }) => code === "script.contradicted" || code === "script.otherLines"),
  };
}

/** Lines that V8 itself has samples on, by the function that it has them in, as far as they are in the same block of the text. */
function sampledLines({ text, nodes }: Program): readonly ReadonlyMap<number, number>[] {
  const all = text.split("\n");
  const functions = new Map<string, Map<number, number>>();
  for (const { callFrame, positionTicks = [] } of nodes) {
    const start = callFrame.lineNumber + 1;
    const lines = functions.get(`${callFrame.functionName}:${start}`) ?? new Map<number, number>();
    functions.set(`${callFrame.functionName}:${start}`, lines);
    if (start === 1 && callFrame.functionName === "") continue;
    for (const { line, ticks } of positionTicks) {
      const isOwn = line >= start && !all.slice(start, line - 1).some((each) => /^[})]/.test(each));
      if (isOwn && ticks > 1) lines.set(line, (lines.get(line) ?? 0) + ticks);
    }
  }
  return [...functions.values()].filter((lines) => lines.size > 0);
}

/** What is wrong with the lines that are shown on an edited text, and which functions of unedited code kept theirs. */
async function judge(
  program: Program,
  edit: EditedText,
): Promise<{ readonly wrong: readonly string[]; readonly all: number; readonly kept: number }> {
  const { lines } = await shownOn(edit.text, program);
  const ran = new Map([...edit.now].map(([line, now]) => [now, line]));
  const sampled = new Set(program.nodes.flatMap(({ positionTicks = [] }) => positionTicks.map(({ line }) => line)));
  const wrong = lines.filter(({ line, inferredTicks }) => inferredTicks === 0 && !sampled.has(ran.get(line) ?? 0));
  const shown = new Set(lines.map(({ line }) => line));
  const unedited = sampledLines(program).filter((own) => [...own.keys()].every((line) => !edit.edited.has(line)));
  const sum = (own: ReadonlyMap<number, number>, counts: (line: number) => boolean): number =>
    [...own].reduce((ticks, [line, each]) => ticks + (counts(line) ? each : 0), 0);
  const kept = unedited.filter((own) => sum(own, (line) => shown.has(edit.now.get(line) ?? 0)) >= 0.8 * sum(own, () => true));
  return { wrong: wrong.map(({ line, totalTicks }) => `${line}: ${totalTicks.toFixed(1)}`), all: unedited.length, kept: kept.length };
}

async function judgeAll(choicesOf: (count: number, seed: number) => readonly number[]): Promise<{ wrong: string[]; kept: number }> {
  const wrong: string[] = [];
  let all = 0;
  let kept = 0;
  for (const [seed, name] of names.entries()) {
    const program = programOf(name);
    for (const kind of editKinds)
      for (const choice of choicesOf(editsOf(program.text, kind), seed)) {
        const judged = await judge(program, edited(program.text, kind, choice));
        wrong.push(...judged.wrong.map((each) => `${name} ${kind} ${choice}: ${each}`));
        all += judged.all;
        kept += judged.kept;
      }
  }
  return { wrong, kept: kept / all };
}

test("twenty programs, unedited, contradict nothing", async () => {
  const contradicted: string[] = [];
  for (const name of names) {
    const program = programOf(name);
    if ((await shownOn(program.text, program)).isContradicted) contradicted.push(name);
  }
  expect([names.length, contradicted]).toEqual([20, []]);
});

test("twenty programs, edited in five ways since: no sure line is wrong, and unedited functions keep their lines", async () => {
  const { wrong, kept } = await judgeAll((count, seed) => (count === 0 ? [] : [seed % count]));
  expect(wrong).toEqual([]);
  expect(kept).toBeGreaterThanOrEqual(0.95);
});

test("the same with every function of the programs", { tags: "thorough", timeout: 60_000 }, async () => {
  const { wrong, kept } = await judgeAll((count) => [...Array(count).keys()]);
  expect(wrong).toEqual([]);
  expect(kept).toBeGreaterThanOrEqual(0.95);
});
