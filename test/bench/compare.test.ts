import { mkdtemp, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readProfileFile } from "../../language-server/opening/profile-file.ts";
import { writeRun } from "../../language-server/history/run-store.ts";
import { compareFlame } from "../../language-server/protocol/compare/compare-heat.ts";
import { compare } from "../../language-server/protocol/compare/compare.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { median, publishTable } from "./bench-table.ts";
import { largeProfile } from "./measured/large/large-profile-file.ts";
import { openFiles } from "./measured/large/large-profile.ts";
import { longestBlock, openInEditor, pushedFor, withWatchedServer } from "./measured/watched-server.ts";

const rounds = 3;
const slower = { func: 318, times: 6 };

test(
  "two runs of 50 MB compared: the table, the differences in open files, the flame graph",
  async () => {
    const { app, file: before } = await largeProfile({ megabytes: 50, seed: 2 });
    const { file: after } = await largeProfile({ megabytes: 50, seed: 3, slower });
    const runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-bench-"));
    try {
      const baseFolder = await importedRun(runsFolder, before, app.folder);
      const newFolder = await importedRun(runsFolder, after, app.folder);
      const rows: { table: number; files: number; flame: number; block: number; memory: number; answer: number }[] = [];
      for (let round = 0; round < rounds; round++) {
        const { result, watched } = await withWatchedServer(app.folder, async (client) => {
          const uris = await openInEditor(client, openFiles(app, 5));
          await client.request(openRun, { folder: newFolder });
          await pushedFor(client, "heatPushes", uris);
          const began = Date.now();
          const comparison = await client.request(compare, { baseFolder });
          const tabled = Date.now();
          await pushedFor(client, "comparePushes", uris);
          const shown = Date.now();
          await client.request(compareFlame, {});
          expect(comparison.functions[0]).toMatchObject({ verdict: "slower", name: app.functions[slower.func]?.name });
          return { began, tabled, shown, ended: Date.now(), answer: JSON.stringify(comparison).length / 1e6 };
        });
        const { began, tabled, shown, ended, answer } = result;
        const block = longestBlock(watched, began, ended);
        rows.push({ table: tabled - began, files: shown - tabled, flame: ended - shown, block, memory: watched.megabytes, answer });
      }
      const seconds = (of: "table" | "files" | "flame"): string => (median(rows.map((row) => row[of])) / 1000).toFixed(2);
      const most = (of: "block" | "memory" | "answer", digits: number): string => Math.max(...rows.map((row) => row[of])).toFixed(digits);
      const size = ((await stat(before)).size + (await stat(after)).size) / 2e6;
      const figures = [seconds("table"), seconds("files"), seconds("flame"), most("block", 0), most("memory", 0), most("answer", 2)];
      const head = [
        "each .cpuprofile, MB",
        "asked → table, s",
        "then → differences in 5 files, s",
        "then → flame graph, s",
        "longest block of the server, ms",
        "resident memory at most, MB",
        "table's message, MB",
      ];
      await publishTable("compare", head, [[size.toFixed(1), ...figures]]);
      expect(rows).toHaveLength(rounds);
    } finally {
      await rm(runsFolder, { recursive: true });
    }
  },
  15 * 60_000,
);

/** Stores the profile as a run in the history, with its sources; resolves to the run's folder. */
async function importedRun(runsFolder: string, file: string, workspace: string): Promise<string> {
  const { run, threads, textOf } = await readProfileFile(file, { workspaceFolders: [workspace] });
  const texts = new Map(run.scripts.flatMap(({ hash }) => [[hash, textOf(hash) ?? ""] as const]));
  const draft = { run, threads: threads.map(({ name, profile }) => ({ pid: 0, name, profile })), texts };
  return (await writeRun(runsFolder, draft)).folder;
}
