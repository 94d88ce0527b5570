import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { listRuns } from "../../language-server/history/run-store.ts";
import { ownFolder, processSpace } from "../../language-server/platform/private/owned-folder.ts";
import { isLeft } from "../../language-server/recording/processes/left-folders.ts";
import { recoverRun } from "../../language-server/recording/processes/recovered-run.ts";
import { readRecoveryNote } from "../../language-server/recording/session/notes/recovery-note.ts";
import { noteText, type RecoveryNote } from "../../language-server/recording/session/notes/recovery-note-schema.ts";
import { hunt, huntLimit, type Prey } from "./hunt.ts";
import { recordInputs } from "./inputs.ts";
import { mutateBytes } from "./mutate-bytes.ts";
import { mutateJson } from "./mutate-json.ts";
import { mutateText } from "./mutate-text.ts";
import type { Random } from "./random.ts";

const base = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-fuzz-private-")));
const [session, runs, app] = [path.join(base, "s-000000"), path.join(base, "runs"), path.join(base, "app")];
const dead = spawnSync(process.execPath, ["-e", ""]).pid;
const host = os.hostname();
const space = processSpace();
const owners = [
  { pid: 0, host },
  { pid: dead, host, ...space },
  { pid: process.pid, host, ...space },
  { pid: dead, host: "elsewhere" },
];
const { log } = recordInputs();

afterAll(() => rm(base, { recursive: true }));

const report = {
  kind: "process",
  pid: 42,
  ppid: 7,
  isForked: false,
  inspectorUrl: "",
  isRestricted: false,
  hasInspector: true,
  logsTicks: true,
  profilesItself: false,
  argv: ["node", path.join(app, "server.js"), "--port=3000"],
  isSingleExecutable: false,
  argv0: "node",
  execPath: "/usr/bin/node",
  nodeVersion: process.versions.node,
  v8Version: process.versions.v8,
} as const;

const note: RecoveryNote = {
  hasMarks: true,
  runsFolder: runs,
  app: {
    name: "server.js",
    command: { cwd: app, file: "node", args: ["server.js"], nodeVersion: process.versions.node },
    workspaceFolders: [app],
    pathMappings: { "/srv": app },
    keepSecrets: false,
    reports: [report],
    listener: report,
    test: { runner: "node:test", file: path.join(app, "a.test.js"), name: "adds", runs: 2, testMs: 10, apartMs: 20 },
  },
  startedAt: new Date("2026-01-02T03:04:05.000Z"),
  order: {
    from: 0,
    to: Infinity,
    threads: [
      {
        pid: 42,
        name: "main",
        anchor: "heatline-anchor-0",
        firstLine: Infinity,
        lastLine: 5e6,
        spent: { idle: 3, cpu: 4 },
        own: { user: 1, system: 2 },
      },
      { pid: 42, name: "worker 1", anchor: "heatline-anchor-1", exitsAt: 4e6, spent: {} },
    ],
    anchors: new Map([["heatline-anchor-0-0", 12]]),
  },
  load: {
    tool: "autocannon",
    url: "http://127.0.0.1:3000/",
    label: "GET /",
    requests: 10,
    latency: { p99Ms: 4 },
    statusCounts: { "200": 10 },
    durationSeconds: 1,
    cancelled: true,
  },
};

function damagedJson(value: unknown, random: Random): Buffer {
  const text = JSON.stringify(value);
  if (random.next() < 0.1) return Buffer.from(mutateBytes(Buffer.from(text), random));
  return Buffer.from(random.next() < 0.2 ? mutateText(text, random, ",") : (JSON.stringify(mutateJson(value, random)) ?? "null"));
}

async function emptySession(): Promise<void> {
  await rm(session, { recursive: true, force: true });
  await mkdir(path.join(session, "ticks"), { recursive: true, mode: 0o700 });
}

async function checkOwner(input: Uint8Array): Promise<readonly string[]> {
  await emptySession();
  await writeFile(path.join(session, "owner.json"), input);
  const wrong = (await isLeft(session)) && !isDead(input) ? ["a folder counts as left that nobody says is"] : [];
  // Whatever is there, a new owner replaces it.
  return (await ownFolder(session)) && !(await isLeft(session)) ? wrong : [...wrong, "no new owner"];
}

/** Whether the text says, in JSON, that this machine has no such process any more. */
function isDead(input: Uint8Array): boolean {
  const owner = JSON.parse(Buffer.from(input).toString()) as Readonly<Record<string, unknown>>;
  const isAnotherBoot = typeof owner["boot"] === "string" && owner["boot"] !== space.boot;
  return owner["host"] === host && typeof owner["pid"] === "number" && (owner["pid"] !== process.pid || isAnotherBoot);
}

/** The note is left out, or makes a run that can be read, or a note of a lost one; nothing is written elsewhere. */
async function checkNote(input: Uint8Array): Promise<readonly string[]> {
  await emptySession();
  await rm(runs, { recursive: true, force: true });
  await mkdir(app, { recursive: true });
  await writeFile(path.join(session, "recovery.json"), input);
  await writeFile(path.join(session, "ticks", "isolate-0x1-42-42-1.log"), log.join("\n"), "latin1");
  const read = await readRecoveryNote(session);
  if (read !== undefined && read.runsFolder !== runs) return path.isAbsolute(read.runsFolder) ? [] : ["a runs folder that is nowhere"];
  const said = vi.spyOn(console, "error").mockReturnValue();
  try {
    await recoverRun(session);
    const wrong = said.mock.calls.map(([what]) => String(what instanceof Error ? what.stack : what));
    const made = [...(await listRuns(runs)), ...(await namesIn(runs)).filter((name) => name.startsWith(".lost-"))];
    if (read !== undefined && made.length !== 1 && wrong.length === 0) wrong.push(`${made.length} runs of a note`);
    if (read === undefined && made.length > 0) wrong.push("a run of no note");
    return wrong;
  } finally {
    said.mockRestore();
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

const prey: readonly Prey[] = [
  { kind: "owner", rounds: 100, damaged: (random) => damagedJson(random.of(owners), random), check: checkOwner },
  { kind: "recovery-note", rounds: 30, damaged: (random) => damagedJson(JSON.parse(noteText(note)), random), check: checkNote },
];

test("a note is read as it was written", async () => {
  await emptySession();
  await writeFile(path.join(session, "recovery.json"), noteText(note));
  expect(await readRecoveryNote(session)).toEqual(note);
});

test.each(prey)("a damaged $kind is left out, or read for what it says", { timeout: huntLimit() }, async (each) => {
  expect(await hunt(each)).toEqual([]);
});
