import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { analyse } from "../../../language-server/analysis/analyse.ts";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { decodeProfile, encodeProfile } from "../../../language-server/analysis/profile/table-codec.ts";
import { withoutUnused } from "../../../language-server/analysis/profile/used-rows.ts";
import type { SourceProfile } from "../../../language-server/analysis/sources/source-profile.ts";
import { decodeTracks, encodeTracks } from "../../../language-server/analysis/timeline/track-codec.ts";
import type { LateTurns } from "../../../language-server/analysis/timeline/tracks.ts";
import type { Line, Microseconds } from "../../../language-server/analysis/units.ts";
import type { PlantedBlock } from "./judged-blocks.ts";

/** What was recorded of `server.mjs`; times are in microseconds since the start of the window. */
export interface StoredBlocks {
  /** Version of the app's Node. */
  readonly node: string;
  readonly planted: readonly PlantedBlock[];
  /** When requests were answered; missing for a light load. */
  readonly answers?: readonly Microseconds[];
}

const folder = path.join(import.meta.dirname, "../../fixtures/blocks");
export const blocksApp = path.join(folder, "server.mjs");
const stored = "file:///app/server.mjs";

/** `name`: `26-quiet`. */
export async function writeBlocks(name: string, facts: StoredBlocks, profile: Profile, late: LateTurns): Promise<void> {
  const { deopts: _deopts, ...tables } = withoutUnused(profile);
  const url = tables.scripts.url.map((each) => (each === pathToFileURL(blocksApp).href ? stored : each));
  const { stack, time } = tables.samples;
  // As recorded: opening repairs it again. Whole microseconds take less space.
  const samples = { stack, time: time.map(Math.round) };
  const bytes = encodeProfile({ ...tables, scripts: { ...tables.scripts, url }, samples });
  await writeFile(path.join(folder, `${name}.profile`), brotliCompressSync(bytes));
  const turns = { from: late.from.map(Math.round), to: late.to.map(Math.round) };
  await writeFile(
    path.join(folder, `${name}.tracks`),
    brotliCompressSync(encodeTracks({ loops: [{ thread: 0, late: turns, readings: [] }] })),
  );
  const planted = facts.planted.map((block) => ({ ...block, from: Math.round(block.from), to: Math.round(block.to) }));
  const answers = facts.answers?.map(Math.round);
  await writeFile(path.join(folder, `${name}.json`), `${JSON.stringify({ ...facts, planted, answers })}\n`);
}

/** A stored recording, analysed as when a run is opened. */
export async function readBlocks(name: string): Promise<StoredBlocks & { readonly profile: SourceProfile; readonly late: LateTurns }> {
  const read = async (kind: string): Promise<Buffer> => readFile(path.join(folder, `${name}.${kind}`));
  const facts = JSON.parse((await read("json")).toString()) as StoredBlocks;
  const [loop] = decodeTracks(brotliDecompressSync(await read("tracks"))).loops;
  if (loop === undefined) throw new Error(`${name} has no late turns.`);
  const text = await readFile(blocksApp, "utf8");
  const { profile } = analyse({
    threads: [{ name: "main", profile: decodeProfile(brotliDecompressSync(await read("profile"))) }],
    scripts: [{ url: stored, hash: "text", mapHash: "", mapBase: "" }],
    textOf: (hash) => (hash === "text" ? text : undefined),
    workspaceFolders: ["/app"],
    ownCode: [],
    nodeMajor: Number.parseInt(facts.node, 10),
  });
  return { ...facts, profile, late: loop.late };
}

/** Of each mark in the app. */
export async function markedLines(): Promise<ReadonlyMap<string, Line>> {
  const lines = (await readFile(blocksApp, "utf8")).split("\n");
  return new Map(lines.flatMap((line, index) => (/ \/\/ (\w+)$/.test(line) ? [[/(\w+)$/.exec(line)?.[1] ?? "", index + 1]] : [])));
}
