import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

/** What the server's process went through; times by `Date.now()`'s clock. */
export interface Watched {
  readonly blocks: readonly { readonly at: number; readonly ms: number }[];
  /** Most resident memory. */
  readonly megabytes: number;
}

/** Runs `work` with a client of a server of its own, bundled as it is shipped, and tells what its process went through. */
export async function withWatchedServer<Result>(
  folder: string,
  work: (client: LspClient) => Promise<Result>,
): Promise<{ readonly result: Result; readonly watched: Watched }> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
  try {
    const bundle = await bundleServer("bench");
    process.env["HEATLINE_BENCH_WATCHED"] = path.join(scratch, "watched");
    let result: Result;
    {
      await using client = await LspClient.start(bundle, {}, folder, ["--require", path.join(import.meta.dirname, "watched.cjs")]);
      result = await work(client);
    }
    return { result, watched: JSON.parse(await readFile(path.join(scratch, "watched"), "utf8")) as Watched };
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** The longest block that began between two points of `Date.now()`'s clock, in milliseconds. */
export function longestBlock({ blocks }: Watched, from: number, to: number): number {
  return Math.max(0, ...blocks.filter(({ at, ms }) => at + ms > from && at < to).map(({ ms }) => ms));
}

/** Opens files in the client as an editor does; resolves to their URIs, once the server has answered for each. */
export async function openInEditor(client: LspClient, files: readonly string[]): Promise<readonly string[]> {
  const uris = files.map((file) => pathToFileURL(file).href);
  for (const [index, file] of files.entries()) await client.open(uris[index] as string, await readFile(file, "utf8"));
  await pushedFor(client, "heatPushes", uris);
  return uris;
}

/** Resolves to the next push for each of the documents, in whatever order they come. */
export async function pushedFor<Kind extends "heatPushes" | "comparePushes">(
  client: LspClient,
  kind: Kind,
  uris: readonly string[],
): Promise<readonly LspClient[Kind][number][]> {
  const pushes: readonly LspClient[Kind][number][] = client[kind];
  const found = (): LspClient[Kind][number][] => uris.flatMap((uri) => pushes.find((push) => push.uri === uri) ?? []);
  await client.until(() => found().length === uris.length, `${kind} of ${uris.join(", ")}`);
  const next = found();
  client[kind].length = 0;
  return next;
}
