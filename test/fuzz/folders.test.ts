import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { listRuns, readRun } from "../../language-server/history/run-store.ts";
import { openRunFolder } from "../../language-server/opening/opened-run.ts";
import { UserError } from "../../language-server/analysis/user-error.ts";
import { inEnglish } from "../../language-server/texts/english.ts";
import { brokenInvariants } from "../analysis/invariants.ts";
import { drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { hunt, huntLimit, type Prey } from "./hunt.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { mutateJson } from "./mutate-json.ts";
import { mutateText } from "./mutate-text.ts";
import type { Random } from "./random.ts";

const source = "function hash(data) {\n  return data.length;\n}\nmodule.exports = { hash };\n";
const map = JSON.stringify({ version: 3, sources: ["a.ts"], sourcesContent: [source], names: [], mappings: "AAAA;AACA;AACA;AACA" });
const app = await makeApp({ "util.js": source, "built.js": source });
const whole = await drawRun(app, {
  scripts: { "util.js": source, "built.js": { text: source, map } },
  threads: [
    "45 | util.js hash@1:13 2:2 > stringify\n7 | built.js hash@1:13 2:2\n3 | (garbage collector)\n2 | (idle)",
    "9 | util.js hash@1:13 2:2 ≈\n1 | (program)",
  ],
  load: {},
});
/** Files of the run by their path in it. */
const files = (await readdir(whole, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(whole, path.join(entry.parentPath, entry.name)))
  .sort();
const contents = new Map(await Promise.all(files.map(async (file) => [file, await readFile(path.join(whole, file))] as const)));
const parent = await mkdtemp(path.join(os.tmpdir(), "heatline-fuzz-runs-"));

afterAll(() => rm(parent, { recursive: true, force: true }));

/** Damages some of the files: the new contents (as Latin-1) by path, as JSON. */
function damaged(random: Random): Buffer {
  const changed: Record<string, string> = {};
  for (let count = 1 + random.below(2); count > 0; count--) {
    const file = random.next() < 0.5 ? "run.json" : random.of(files);
    const bytes = contents.get(file) ?? Buffer.alloc(0);
    changed[file] = Buffer.from(damagedFile(file, bytes, random)).toString("latin1");
  }
  return Buffer.from(JSON.stringify(changed));
}

function damagedFile(file: string, bytes: Buffer, random: Random): Uint8Array {
  if (!file.endsWith(".json") || random.next() < 0.1) return mutateBytes(bytes, random);
  if (random.next() < 0.2) return Buffer.from(mutateText(bytes.toString(), random, ","));
  return Buffer.from(JSON.stringify(mutateJson(JSON.parse(bytes.toString()), random)) ?? "null");
}

async function check(input: Uint8Array): Promise<readonly string[]> {
  const folder = path.join(parent, "20260102-030405-00000000");
  await rm(folder, { recursive: true, force: true });
  await cp(whole, folder, { recursive: true });
  const changed = JSON.parse(Buffer.from(input).toString()) as Record<string, string>;
  for (const [file, text] of Object.entries(changed)) await writeFile(path.join(folder, file), text, "latin1");
  await listRuns(parent);
  try {
    const { analysis, problems } = await openRunFolder(folder, await readRun(folder), {});
    return [...brokenInvariants(analysis), ...problems.filter((problem) => inEnglish(problem) === problem.code).map(({ code }) => code)];
  } catch (error) {
    if (error instanceof UserError && inEnglish(error.coded) !== error.coded.code) return [];
    throw error;
  }
}

test("a damaged run folder is opened with what it still holds, or refused in words", { timeout: huntLimit() }, async () => {
  const prey: Prey = { kind: "run-folder", damaged, check, rounds: 150 };
  expect(await hunt(prey)).toEqual([]);
});
