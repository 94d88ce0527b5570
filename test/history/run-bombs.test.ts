import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { budget } from "../../language-server/analysis/budget.ts";
import { takeLost } from "../../language-server/history/lost-recording.ts";
import { readRun, readThread } from "../../language-server/history/run-store.ts";
import { readThreads } from "../../language-server/history/run-threads.ts";
import { runTexts } from "../../language-server/opening/recorded-run.ts";
import { inEnglish } from "../../language-server/texts/english.ts";
import { drawRun, makeApp } from "../drivers/server/drawn-run.ts";

const source = "function hash(data) {\n  return data.length;\n}\n";
const app = await makeApp({ "util.js": source });

afterAll(() => rm(path.dirname(app.folder), { recursive: true, force: true }));

const drawn = (): Promise<string> => drawRun(app, { scripts: { "util.js": source }, threads: ["45 | util.js hash@1:13 2:2"], load: {} });

test("a run.json that would take gigabytes is not parsed, and one of no sensible size is not read", async () => {
  const folder = await drawn();
  const file = path.join(folder, "run.json");
  await writeFile(file, `{"schema": 2, "threads": [${"[],".repeat(budget.jsonObjects)}1]}`);
  await expect(readRun(folder)).rejects.toThrow(/is damaged \(run\.json is too large/);
  await writeFile(file, '{"schema": 2}');
  await truncate(file, budget.runFile + 1);
  await expect(readRun(folder)).rejects.toThrow(/is damaged \(run\.json is too large/);
});

test("the threads of a run, which may all name one file, have together no more than its budget", async () => {
  const folder = await drawn();
  const run = await readRun(folder);
  const [thread] = run.threads;
  const taken = { bytes: 0 };
  await readThread(folder, thread!, taken);
  expect(taken.bytes).toBe((await readFile(path.join(folder, thread!.file))).length);
  await expect(readThread(folder, thread!, { bytes: budget.runThreads - taken.bytes + 1 })).rejects.toThrow(
    /is damaged \(threads\/0\.bin is too large/,
  );
  const many = 17_000_000;
  const bytes = await readFile(path.join(folder, thread!.file));
  const few = withHeader(bytes, (header) => JSON.stringify({ ...(JSON.parse(header) as object), samples: many }));
  await writeFile(path.join(folder, thread!.file), few.subarray(0, few.length - samplesLength(45)));
  // The rest is zeros: all samples are of the first stack, at once.
  await truncate(path.join(folder, thread!.file), few.length - samplesLength(45) + samplesLength(many));
  const { threads, problems } = await readThreads(folder, { ...run, threads: [thread!, thread!, thread!] });
  expect(threads.map(({ profile }) => profile.samples.stack.length)).toEqual([many]);
  const tooLarge: unknown = expect.stringContaining("threads/0.bin is too large");
  expect(problems.map(inEnglish)).toEqual([tooLarge, tooLarge]);
});

test("the header of a thread that would take gigabytes is not parsed", async () => {
  const folder = await drawn();
  const run = await readRun(folder);
  const file = path.join(folder, run.threads[0]!.file);
  await writeFile(
    file,
    withHeader(await readFile(file), () => `[${"[],".repeat(budget.jsonObjects)}1]`),
  );
  await expect(readThread(folder, run.threads[0]!)).rejects.toThrow(/its header cannot be read/);
});

const aligned = (size: number): number => Math.ceil(size / 8) * 8;

/** Bytes of their stacks and times. */
const samplesLength = (count: number): number => aligned(count * 4) + count * 8;

/** Samples with another header, which is UTF-16 after three numbers; see table-codec.ts. */
function withHeader(file: Buffer, change: (header: string) => string): Buffer {
  const length = file.readUInt32LE(8);
  const header = Buffer.from(change(file.toString("utf16le", 12, 12 + length)), "utf16le");
  const start = Buffer.alloc(aligned(12 + header.length));
  file.copy(start, 0, 0, 8);
  start.writeUInt32LE(header.length, 8);
  header.copy(start, 12);
  return Buffer.concat([start, file.subarray(aligned(12 + length))]);
}

test("a stored source of no sensible size is not read", async () => {
  const folder = await drawn();
  const [script] = (await readRun(folder)).scripts;
  expect(runTexts(folder)(script!.hash)).toBe(source);
  await truncate(path.join(folder, "scripts", script!.hash), 64 * 1024 * 1024 + 1);
  expect(runTexts(folder)(script!.hash)).toBeUndefined();
});

test("a pipe in place of the note of a lost recording is not waited for", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-lost-"));
  execFileSync("mkfifo", [path.join(folder, ".lost-pipe.json")]);
  expect(await takeLost(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
