import { expect, test } from "vitest";
import { openProfile } from "../../language-server/protocol.ts";
import type { LspClient } from "../server/lsp-client.ts";
import { publishTable } from "./bench-table.ts";
import { largeProfile } from "./large-profile-file.ts";
import { openFiles } from "./large-profile.ts";
import { openInEditor, pushedFor, withWatchedServer } from "./watched-server.ts";

const requests = 500;

test(
  "hovers and code lenses while a large profile is open",
  async () => {
    const { app, file } = await largeProfile({ megabytes: 100, seed: 1 });
    const { result } = await withWatchedServer(app.folder, async (client) => {
      const uris = await openInEditor(client, openFiles(app, 5));
      await client.request(openProfile, { file });
      const pushes = await pushedFor(client, "heatPushes", uris);
      const places = pushes.flatMap(({ uri, lines }) => lines.map(({ line }) => ({ uri, line })));
      return [await measured("hover", client, places, hover), await measured("code lenses of a file", client, places, lenses)];
    });
    await publishTable("hover", ["request", "number", "p50, ms", "p99, ms", "longest, ms"], result);
    expect(result).toHaveLength(2);
  },
  15 * 60_000,
);

type Ask = (client: LspClient, place: { readonly uri: string; readonly line: number }) => Promise<unknown>;

async function hover(client: LspClient, { uri, line }: Parameters<Ask>[1]): Promise<void> {
  if ((await client.hoverText(uri, line)) === "") throw new Error(`No hover on line ${line} of ${uri}`);
}

async function lenses(client: LspClient, { uri }: Parameters<Ask>[1]): Promise<void> {
  if ((await client.lenses(uri)).length === 0) throw new Error(`No lens in ${uri}`);
}

/** One after the other, over lines of all files in turn. */
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
