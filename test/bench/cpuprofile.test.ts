import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { openProfile } from "../../language-server/protocol/shown-run.ts";
import { median, publishTable } from "./bench-table.ts";
import { largeProfile } from "./measured/large/large-profile-file.ts";
import { openFiles } from "./measured/large/large-profile.ts";
import { longestBlock, openInEditor, pushedFor, withWatchedServer } from "./measured/watched-server.ts";

const rounds = 3;
const openCount = 5;

test(
  "a large .cpuprofile, from opening it to the annotations of all open files",
  async () => {
    const rows: (readonly string[])[] = [];
    for (const megabytes of [10, 100]) {
      const { app, file } = await largeProfile({ megabytes, seed: 1 });
      const seconds: number[] = [];
      const blocks: number[] = [];
      const memory: number[] = [];
      const parsing: number[] = [];
      for (let round = 0; round < rounds; round++) {
        parsing.push(await secondsToParse(file));
        const { result, watched } = await withWatchedServer(app.folder, async (client) => {
          const uris = await openInEditor(client, openFiles(app, openCount));
          const began = Date.now();
          const opened = client.request(openProfile, { file });
          const pushes = await pushedFor(client, "heatPushes", uris);
          const annotated = Date.now();
          await opened;
          expect(pushes.filter(({ lines }) => lines.length > 0)).toHaveLength(openCount);
          return { began, annotated, ended: Date.now() };
        });
        seconds.push((result.annotated - result.began) / 1000);
        blocks.push(longestBlock(watched, result.began, result.ended));
        memory.push(watched.megabytes);
      }
      rows.push([
        ((await stat(file)).size / 1e6).toFixed(1),
        median(seconds).toFixed(2),
        Math.max(...blocks).toFixed(0),
        Math.max(...memory).toFixed(0),
        median(parsing).toFixed(2),
      ]);
    }
    const head = [
      ".cpuprofile, MB",
      "opened → annotations in 5 files, s",
      "longest block of the server, ms",
      "resident memory at most, MB",
      "node: read and JSON.parse alone, s",
    ];
    await publishTable("cpuprofile", head, rows);
    expect(rows).toHaveLength(2);
  },
  15 * 60_000,
);

async function secondsToParse(file: string): Promise<number> {
  const script = `JSON.parse(require("node:fs").readFileSync(${JSON.stringify(file)}, "utf8"))`;
  const began = performance.now();
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "ignore", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`node -e ended with ${code}`);
  return (performance.now() - began) / 1000;
}
