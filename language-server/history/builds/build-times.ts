import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import type { BuiltSource } from "../../analysis/builds/stale-sources.ts";
import type { Bytes, Milliseconds } from "../../analysis/units.ts";
import { readText } from "../regular-file.ts";
import { readJson } from "./built-scripts.ts";
import { ifRefused } from "../../platform/refusals.ts";

const largestSource: Bytes = 16 * 1024 * 1024;
/** What a compiler writes: an app may write other files there itself. */
const written = /\.(?:[cm]?js|map|d\.[cm]?ts|tsbuildinfo)$/;

/** When the newest file of a build was written: of all compiled files below `folder`, or of these `files` alone; and of the compiler's notes. */
export async function newestOutput(folder: string | undefined, files: readonly string[], notes: readonly string[]): Promise<Milliseconds> {
  const below = folder === undefined ? [] : await readdir(folder, { recursive: true }).catch(ifRefused);
  const outputs = (below ?? [])
    .filter((name) => written.test(name) && !name.includes("node_modules"))
    .map((name) => path.join(folder ?? "", name));
  let newest = 0;
  for (const file of [...outputs, ...files, ...notes]) newest = Math.max(newest, (await stat(file).catch(ifRefused))?.mtimeMs ?? 0);
  return newest;
}

/** Where TypeScript keeps what it knows of its last build of a package. */
export async function compilerNotes(home: string, output: string | undefined): Promise<readonly string[]> {
  const notes = new Set<string>();
  for (const folder of new Set([home, output ?? home])) {
    for (const name of (await readdir(folder).catch(ifRefused)) ?? []) {
      if (name.endsWith(".tsbuildinfo")) notes.add(path.join(folder, name));
      if (!/^tsconfig.*\.json$/.test(name)) continue;
      const text = await readText(path.join(folder, name), largestSource).catch(ifRefused);
      const [, elsewhere] = /"tsBuildInfoFile"\s*:\s*"([^"]+)"/.exec(text ?? "") ?? [];
      if (elsewhere !== undefined) notes.add(path.resolve(folder, elsewhere));
    }
  }
  return [...notes];
}

const buildInfo = v.object({
  fileNames: v.array(v.string()),
  fileInfos: v.array(v.union([v.string(), v.looseObject({ version: v.string() })])),
  affectedFilesPendingEmit: v.optional(v.unknown()),
});

/** SHA-256 of the sources in TypeScript's notes, by path; TypeScript 7 has another digest, which does not count. */
export async function compiledDigests(notes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const file of notes) {
    const read = await readJson(file, v.union([v.object({ program: buildInfo }), buildInfo]));
    if (read === undefined) continue;
    const { fileNames, fileInfos, affectedFilesPendingEmit } = "program" in read ? read.program : read;
    // It has checked them, and not written them.
    if (affectedFilesPendingEmit !== undefined) continue;
    for (const [index, name] of fileNames.entries()) {
      const of = fileInfos[index];
      const version = typeof of === "string" ? of : of?.version;
      if (version?.length === 64) digests.set(path.resolve(path.dirname(file), name), version);
    }
  }
  return digests;
}

/** Files that are open at once: bundles have thousands of sources. */
const mostOpen = 32;

/** Sources as they are on disk, without those that are gone. `built`: their texts in a map. */
export async function sourcesNow(
  sources: readonly { readonly file: string; readonly built: string | undefined }[],
  digests: ReadonlyMap<string, string>,
): Promise<readonly BuiltSource[]> {
  const found: BuiltSource[] = [];
  for (let at = 0; at < sources.length; at += mostOpen) {
    const read = await Promise.all(sources.slice(at, at + mostOpen).map(({ file, built }) => sourceNow(file, built, digests)));
    found.push(...read.filter((each) => each !== undefined));
  }
  return found;
}

async function sourceNow(file: string, built: string | undefined, digests: ReadonlyMap<string, string>): Promise<BuiltSource | undefined> {
  const found = await stat(file).catch(ifRefused);
  if (found === undefined || !found.isFile() || found.size > largestSource) return undefined;
  const digest = digests.get(file);
  const bytes = built === undefined && digest === undefined ? undefined : await readFile(file).catch(ifRefused);
  const text = bytes?.toString("utf8") ?? "";
  const isSame = digest === undefined ? undefined : createHash("sha256").update(text).digest("hex") === digest;
  return { file, built: bytes === undefined ? undefined : built, text, isSame, writtenMs: found.mtimeMs, bornMs: found.birthtimeMs };
}
