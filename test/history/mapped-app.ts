import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { analyse, type Analysis } from "../../language-server/analysis/analyse.ts";
import type { PathMappings } from "../../language-server/analysis/sources/source-paths.ts";
import { readProfileFile } from "../../language-server/opening/profile-file.ts";

// The line of the call is the hot one; a helper in another file gives the bundle two sources. The helper works in JSON, so
// that each has a frame: V8 attributes part of a loop of inlined arithmetic to the line before the loop.
export const appText = `import { root } from "./root.ts";

interface Work {
  readonly until: number;
}

export function burn(work: Work): number {
  let sum: number = 0;
  while (process.cpuUsage().user < work.until) {
    for (let i = 0; i < 500; i++) sum += root(i);
  }
  return sum;
}

const part: number = 800_000;
burn({ until: process.cpuUsage().user + part });
declare const process: { cpuUsage(): { user: number } };
`;
const hotLine = appText.split("\n").findIndex((line) => line.includes("sum += root")) + 1;
const rootText = `export function root(n: number): number {
  return JSON.stringify({ n, half: n / 2 }).length;
}
`;

/** A folder with the TypeScript app in `src`. */
export async function makeApp(base: string, name: string): Promise<string> {
  const folder = path.join(base, name);
  await mkdir(path.join(folder, "src"), { recursive: true });
  await mkdir(path.join(folder, "dist"));
  await writeFile(path.join(folder, "src/app.ts"), appText);
  await writeFile(path.join(folder, "src/root.ts"), rootText);
  await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
  return folder;
}

/** V8's tick log of a program, opened as by a user, with the folder as the workspace. */
export async function opened(
  folder: string,
  args: readonly string[],
  workspace = folder,
  pathMappings: PathMappings = {},
): Promise<Analysis> {
  const logs = await mkdtemp(`${folder}-log-`);
  const flags = ["--prof", "--log-source-position", "--no-sparkplug", `--logfile=${logs}/%p.log`];
  execFileSync(process.execPath, [...flags, ...args], { cwd: folder, env: { ...process.env, NODE_OPTIONS: "" } });
  const { run, threads, textOf } = await readProfileFile(await logOf(logs, args.at(-1) ?? ""), {
    workspaceFolders: [workspace],
    pathMappings,
  });
  const analysis = analyse({
    threads,
    scripts: run.scripts,
    textOf,
    workspaceFolders: [workspace],
    ownCode: [],
    pathMappings: [pathMappings],
    exists: existsSync,
    nodeMajor: 20,
  });
  return { ...analysis, problems: [...run.problems, ...analysis.problems] };
}

/** The log of the thread that ran the program: loaders with a thread of their own (esbuild, tsx) write a second log. */
async function logOf(folder: string, program: string): Promise<string> {
  for (const name of await readdir(folder)) {
    const log = path.join(folder, name);
    const lines = (await readFile(log, "latin1")).split("\n");
    if (lines.some((line) => line.startsWith("code-creation,") && line.includes(`${program}:`))) return log;
  }
  throw new Error(`No log reports ${program}.`);
}

/** `src/app.ts:10 (burn)`: the own line with the most self and withLibraries, and the function with the highest total, except the top level. */
export function hottest({ costs }: Analysis, folder: string): string {
  const inFile = (path: string | undefined): string => path?.replace(`${folder}/`, "") ?? "";
  const ours = costs.functions.find(({ name }) => name === "burn");
  const inBurn = costs.lines.filter(({ source }) => source === ours?.source);
  const line = inBurn
    .toSorted((a, b) => b.totalTicks - a.totalTicks)
    .find((each) => each.line > (ours?.line ?? 0) && each.line < (ours?.line ?? 0) + 6);
  return `${inFile(costs.sources[line?.source ?? -1]?.path)}:${line?.line} (${ours?.name} at ${ours?.line})`;
}

export const expected = `src/app.ts:${hotLine} (burn at 7)`;
