import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openProfile } from "../../../language-server/opening/opened-run.ts";

const programs = path.join(import.meta.dirname, "../../fixtures/older-texts");
const name = "tree.mjs";
const folder = mkdtempSync(path.join(os.tmpdir(), "unparsable-text-"));
const profile = path.join(folder, `${name}.cpuprofile`);
const text = readFileSync(path.join(programs, name), "utf8");

writeFileSync(
  profile,
  gunzipSync(readFileSync(path.join(programs, `${name}.cpuprofile.gz`)))
    .toString()
    .replaceAll("file:///srv/app/", `file://${folder}/`),
);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function shownOn(edited: string) {
  writeFileSync(path.join(folder, name), edited);
  const { analysis, problems } = await openProfile(profile, { workspaceFolders: [folder] }, {});
  const { functions, lines, sources } = analysis.costs;
  return {
    lines: lines.filter(({ source, selfTicks }) => sources[source]?.category === "own" && selfTicks > 0).map(({ line }) => line),
    starts: functions.filter(({ source, line }) => sources[source]?.category === "own" && line > 0).map(({ line }) => line),
    isContradicted: problems.some(({ code }) => code === "script.contradicted"),
  };
}

test("a text that cannot be parsed keeps its lines while its functions are where the profile has them", async () => {
  const { lines } = await shownOn(text);
  const broken = await shownOn(`${text}}\n`);
  expect(broken.isContradicted).toBe(false);
  expect(new Set(broken.lines)).toEqual(new Set(lines));
});

test("a text that cannot be parsed shows no lines where its functions moved", async () => {
  expect(await shownOn(`if (\n\n${text}`)).toEqual({ lines: [], starts: [1], isContradicted: true });
});

test("a text that cannot be parsed keeps the lines above the first function that moved", async () => {
  const lines = text.split("\n");
  const last = lines.findLastIndex((line) => /\bfunction\b/.test(line));
  const broken = await shownOn([...lines.slice(0, last), "if (", "", ...lines.slice(last)].join("\n"));
  expect(broken.isContradicted).toBe(true);
  expect(broken.lines.every((line) => line <= last)).toBe(true);
});
