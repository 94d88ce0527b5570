import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { parserFile, passFile, passHooksFile, type PassKind } from "../../../language-server/recording/in-app/pass/pass-protocol.ts";
import {
  figuresInRow,
  kindsInCode,
  markKinds,
  type MarkName,
  type SiteCounts,
  type UnroutedCounts,
} from "../../../language-server/recording/in-app/marks/mark-rows.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { buildWaits } from "../../drivers/waits-bundle.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";

interface MarkRow {
  readonly at: number;
  readonly kind: keyof typeof markKinds;
  readonly request: number;
  readonly first: number;
  readonly second: number;
}

export interface MarkedApp {
  readonly rows: readonly MarkRow[];
  readonly names: readonly (MarkName | SiteCounts | UnroutedCounts)[];
  /** What the program printed. */
  readonly stdout: string;
}

const kindNames = new Map<number, keyof typeof markKinds>(
  Object.entries(markKinds).map(([name, kind]) => [kind, name as keyof typeof markKinds]),
);

/**
 * Runs a CommonJS program on a Node of that major, with the hooks of a pass and nothing else of the recorder: `pass` is the running pass there. It
 * must call `pass.flush(false)` at its end. `threadId`: the thread whose marks are read.
 */
export async function markedProgram(major: number, program: string, kind: PassKind = "routes", threadId = "0"): Promise<MarkedApp> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-marked-")));
  try {
    const { inApp } = await buildAdapter();
    const reports = path.join(folder, "reports");
    await mkdir(reports);
    await writeFile(path.join(folder, passFile), JSON.stringify({ kinds: [kind] }));
    const file = path.join(folder, "program.cjs");
    const begin = `const pass = require(${JSON.stringify(path.join(inApp, "pass-hooks.js"))}).startPass(${JSON.stringify(folder)}, ${JSON.stringify(reports)});`;
    await writeFile(file, `${begin}\n${program}`);
    const env = { ...process.env, NODE_OPTIONS: "", NODE_PATH: path.resolve("node_modules") };
    const { stdout } = await promisify(execFile)(await nodeOf(major), [file], { env, timeout: 30_000 });
    return { ...(await readMarked(reports, threadId)), stdout };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a script as it is, with the hooks of a pass loaded before it as in a recording. `args`: the script's path, and its arguments; `timeoutMs`
 * for all of it.
 */
export async function markedScript(major: number, args: readonly string[], kind: PassKind, timeoutMs = 30_000): Promise<MarkedApp> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-marked-")));
  try {
    const { inApp } = await buildAdapter();
    const { parser } = await buildWaits();
    const [reports, hooks] = [path.join(folder, "reports"), path.join(folder, passHooksFile)];
    await mkdir(reports);
    await copyFile(path.join(inApp, "pass-hooks.js"), hooks);
    await copyFile(parser, path.join(folder, parserFile));
    await writeFile(path.join(folder, passFile), JSON.stringify({ kinds: [kind] }));
    const preload = path.resolve(import.meta.dirname, "../../fixtures/waits/pass.cjs");
    const env = { ...process.env, NODE_OPTIONS: `--require ${preload}`, PASS_HOOKS: hooks, PASS_FOLDER: folder };
    const { stdout } = await promisify(execFile)(await nodeOf(major), args, { env, timeout: timeoutMs });
    return { ...(await readMarked(reports, "0")), stdout };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readMarked(reports: string, threadId: string): Promise<Omit<MarkedApp, "stdout">> {
  const files = await readdir(reports);
  const only = async (suffix: string): Promise<Buffer> => {
    const [name = ""] = files.filter((each) => each.endsWith(suffix) && each.split("-")[1] === threadId);
    return readFile(path.join(reports, name));
  };
  const bytes = await only(".marks");
  const figures = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const rows = Array.from({ length: figures.length / figuresInRow }, (_, row): MarkRow => {
    const [at = 0, code = 0, first = 0, second = 0] = figures.subarray(row * figuresInRow, (row + 1) * figuresInRow);
    return { at, kind: kindNames.get(code % kindsInCode) ?? "turn", request: Math.floor(code / kindsInCode), first, second };
  });
  const lines = (await only(".names.jsonl")).toString().trimEnd().split("\n");
  return { rows, names: lines.map((line) => JSON.parse(line) as MarkedApp["names"][number]) };
}
