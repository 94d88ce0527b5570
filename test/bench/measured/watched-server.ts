import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

/** Blocks and memory of the server's process; times as in `Date.now()`. */
export interface Watched {
  readonly blocks: readonly { readonly at: number; readonly ms: number }[];
  /** Peak resident memory. */
  readonly megabytes: number;
}

/** Runs `work` with a client of a separate server, bundled as shipped, and reports the blocks and memory of its process. */
export async function withWatchedServer<Result>(
  folder: string,
  work: (client: LspClient) => Promise<Result>,
): Promise<{ readonly result: Result; readonly watched: Watched }> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
  try {
    const bundle = await bundleServer();
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

/** The longest block that began between two `Date.now()` times, in milliseconds. */
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

/** Resolves to the next push for each of the documents, in any order. */
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
