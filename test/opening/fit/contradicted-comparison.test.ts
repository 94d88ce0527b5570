import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { costDigest } from "../../../language-server/analysis/compare/cost-digest.ts";
import { diffRuns } from "../../../language-server/analysis/compare/diff.ts";
import { openProfile } from "../../../language-server/opening/opened-run.ts";

const programs = path.join(import.meta.dirname, "../../fixtures/older-texts");
const folder = mkdtempSync(path.join(os.tmpdir(), "contradicted-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface RawProfile {
  readonly nodes: readonly {
    readonly callFrame: { readonly functionName: string; readonly url: string; lineNumber: number };
    readonly positionTicks?: readonly { line: number }[];
  }[];
}

const name = "primes.cjs";
const added = ["  // One.", "  // Two.", "  // Three."];
const head = /^function sieve\(/;

/** The profile as V8 would have written it if the lines had been in the text already. */
function shifted(profile: string, from: number): string {
  const parsed = JSON.parse(profile) as RawProfile;
  for (const { callFrame, positionTicks = [] } of parsed.nodes) {
    if (!callFrame.url.endsWith(name)) continue;
    if (callFrame.lineNumber >= from) callFrame.lineNumber += added.length;
    for (const each of positionTicks) if (each.line > from) each.line += added.length;
  }
  return JSON.stringify(parsed);
}

test("of a file that one of two runs contradicts, functions are compared by their names, and no lines", async () => {
  const older = gunzipSync(readFileSync(path.join(programs, `${name}.cpuprofile.gz`)))
    .toString()
    .replaceAll("file:///srv/app/", `file://${folder}/`);
  const lines = readFileSync(path.join(programs, name), "utf8").split("\n");
  const from = lines.findIndex((line) => head.test(line)) + 1;
  writeFileSync(path.join(folder, name), lines.toSpliced(from, 0, ...added).join("\n"));
  const opened = async (file: string, profile: string) => {
    writeFileSync(path.join(folder, file), profile);
    return openProfile(path.join(folder, file), { workspaceFolders: [folder] }, {});
  };
  const base = await opened("older.cpuprofile", older);
  const next = await opened("next.cpuprofile", shifted(older, from));
  const codes = [base, next].map(({ problems }) => problems.map(({ code }) => code).includes("script.contradicted"));
  expect(codes).toEqual([true, false]);
  const [old, now] = [base, next].map(({ analysis }) => costDigest(analysis, { folders: [folder] }));
  if (old === undefined || now === undefined) throw new Error("nothing to compare");
  const syntaxOf = { base: base.analysis.syntaxOf, next: next.analysis.syntaxOf };
  const { functions, lines: compared } = diffRuns(old, now, syntaxOf, { units: { base: 1, next: 1 }, by: "self" });
  const own = functions.filter(({ category }) => category === "own");
  expect(own.length).toBeGreaterThan(2);
  expect(own.filter(({ verdict, nextAt, baseAt }) => verdict !== "noise" || nextAt === undefined || baseAt === undefined)).toEqual([]);
  expect(compared.filter(({ category }) => category === "own")).toEqual([]);
});
