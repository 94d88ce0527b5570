import { readdir } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { type StartedPart, startedByLine, startedByWords, type StartedPrograms } from "../../analysis/builds/started-programs.ts";
import { existsHere } from "../regular-file.ts";
import { readJson } from "./built-scripts.ts";
import { ifRefused } from "../../platform/refusals.ts";

/** How an app is started: its words, in a folder. */
export interface LaunchedApp {
  readonly folder: string;
  readonly words: readonly string[];
}

export interface LaunchedEntries {
  /** As `findStaleBuild` takes them. */
  readonly entries: readonly string[];
  /** It compiles what it runs. */
  readonly compiles: boolean;
}

const deepest = 8;
const manifest = v.object({ scripts: v.record(v.string(), v.unknown()) });

/** What an app will run, with the scripts of package.json that it starts followed. */
export async function launchedEntries({ folder, words }: LaunchedApp): Promise<LaunchedEntries> {
  return await followed(startedByWords(words), folder, 0);
}

async function followed({ parts, compiles }: StartedPrograms, folder: string, depth: number): Promise<LaunchedEntries> {
  if (compiles || depth > deepest) return { entries: [], compiles };
  const entries = new Set<string>();
  for (const part of parts) {
    for (const entry of await entriesOf(part, folder)) entries.add(entry);
    if (part.kind !== "script") continue;
    const home = path.resolve(folder, part.folder);
    for (const line of await scriptLines(home, part.name)) {
      const inner = await followed(startedByLine(line), home, depth + 1);
      if (inner.compiles) return { entries: [], compiles: true };
      for (const entry of inner.entries) entries.add(entry);
    }
  }
  return { entries: [...entries], compiles: false };
}

/** A script, behind the one that package managers run before it. */
async function scriptLines(home: string, name: string): Promise<readonly string[]> {
  const { scripts } = (await readJson(path.join(home, "package.json"), manifest)) ?? { scripts: {} };
  return [scripts[`pre${name}`], scripts[name]].filter((line) => typeof line === "string");
}

/** Absolute paths. A build of Next.js may have another folder than `.next`. */
export async function entriesOf(part: StartedPart, folder: string): Promise<readonly string[]> {
  if (part.kind === "script") return [];
  if (part.kind === "file") return [path.resolve(folder, part.file)];
  const home = path.resolve(folder, part.folder);
  const names = (await readdir(home).catch(ifRefused)) ?? [];
  const builds = names.map((name) => path.join(home, name, "BUILD_ID")).filter((file) => existsHere(file));
  return builds.filter((file) => builds.length === 1 || path.basename(path.dirname(file)) === ".next");
}
