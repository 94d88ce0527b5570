import { stat } from "node:fs/promises";
import { expect, test } from "vitest";
import type { CodeLens } from "vscode-languageserver/node";
import { openProfile } from "../../language-server/protocol/shown-run.ts";
import { repository } from "../workbench/installation.mjs";
import type { LspClient } from "../drivers/server/lsp-client.ts";
import { publishTable } from "./bench-table.ts";
import { compilerProfile } from "./measured/compiler-profile.ts";
import { largeProfile } from "./measured/large/large-profile-file.ts";
import { openFiles } from "./measured/large/large-profile.ts";
import { openInEditor, pushedFor, withWatchedServer } from "./measured/watched-server.ts";

const requests = 500;
/** Lenses that are in view at once. */
const inView = 20;

test(
  "hovers and code lenses while a large profile is open, and in a large file",
  async () => {
    const { app, file } = await largeProfile({ megabytes: 100, seed: 1 });
    const ofLargeProfile = await inOpenFiles(app.folder, file, openFiles(app, 5), `a profile of ${await megabytes(file)} MB`);
    const { file: compiled, compiler } = await compilerProfile();
    const ofLargeFile = await inOpenFiles(repository, compiled, [compiler], `a source file of ${await megabytes(compiler)} MB`);
    const rows = [...ofLargeProfile, ...ofLargeFile];
    await publishTable("hover", ["in", "request", "number", "p50, ms", "p99, ms", "longest, ms"], rows);
    expect(rows).toHaveLength(6);
  },
  15 * 60_000,
);

/** Opens the profile in a separate server and queries each file in turn. */
async function inOpenFiles(
  folder: string,
  profile: string,
  files: readonly string[],
  name: string,
): Promise<readonly (readonly string[])[]> {
  const { result } = await withWatchedServer(folder, async (client) => {
    const uris = await openInEditor(client, files);
    await client.request(openProfile, { file: profile });
    const pushes = await pushedFor(client, "heatPushes", uris);
    const places = pushes.flatMap(({ uri, lines }) => lines.map(({ line }) => ({ uri, line })));
    return [
      await measured("hover", client, places, hover),
      await measured("places of a file's code lenses", client, places, listed),
      await measured(`and the texts of ${inView} of them`, client, places, lenses),
    ];
  });
  return result.map((row) => [name, ...row]);
}

async function megabytes(file: string): Promise<string> {
  return ((await stat(file)).size / 1e6).toFixed(1);
}

type Ask = (client: LspClient, place: { readonly uri: string; readonly line: number }) => Promise<unknown>;

async function hover(client: LspClient, { uri, line }: Parameters<Ask>[1]): Promise<void> {
  if ((await client.hoverText(uri, line)) === "") throw new Error(`No hover on line ${line} of ${uri}`);
}

async function listed(client: LspClient, { uri }: Parameters<Ask>[1]): Promise<readonly CodeLens[]> {
  const lenses = await client.listedLenses(uri);
  if (lenses.length === 0) throw new Error(`No lens in ${uri}`);
  return lenses;
}

/** VS Code asks for the texts of the lenses that are in view. */
async function lenses(client: LspClient, place: Parameters<Ask>[1]): Promise<void> {
  await Promise.all((await listed(client, place)).slice(0, inView).map((lens) => client.resolvedLens(lens)));
}

/** Sequential requests, over lines of all files in turn. */
async function measured(name: string, client: LspClient, places: readonly Parameters<Ask>[1][], ask: Ask): Promise<readonly string[]> {
  const times: number[] = [];
  for (let index = 0; index < requests; index++) {
    const place = places[(index * 7919) % places.length];
    if (place === undefined) throw new Error("No line of the open files has a cost.");
    const began = performance.now();
    await ask(client, place);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.ceil(share * requests) - 1] ?? 0).toFixed(1);
  return [name, String(requests), at(0.5), at(0.99), at(1)];
}
