import { stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { noFilter } from "../../language-server/analysis/selection/stack-filter.ts";
import { flame } from "../../language-server/protocol/flame.ts";
import { hotChildren, hotFunctions } from "../../language-server/protocol/hot-functions.ts";
import type { HotFunctionsQuery } from "../../language-server/analysis/costs/hot-query.ts";
import { openProfile } from "../../language-server/protocol/shown-run.ts";
import { repository } from "../workbench/installation.mjs";
import { median, publishTable } from "./bench-table.ts";
import { compilerProfile } from "./measured/compiler-profile.ts";
import { openInVisualizer } from "./measured/visualizer.ts";
import { withWatchedServer } from "./measured/watched-server.ts";

const rounds = 3;

test(
  "the whole model of a compiler's profile, against the summed view of VS Code's own visualizer",
  async () => {
    const { file } = await compilerProfile();
    const seconds: number[] = [];
    const memory: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { result, watched } = await withWatchedServer(repository, async (client) => {
        const began = performance.now();
        await client.request(openProfile, { file });
        const { run, rows } = await client.request(hotFunctions, { query, limit: 100 });
        await client.request(hotChildren, { run, query, parent: { path: [rows[0]?.key ?? ""], direction: "callers" }, limit: 100 });
        await client.request(flame, {});
        return (performance.now() - began) / 1000;
      });
      seconds.push(result);
      memory.push(watched.megabytes);
    }
    const { extension, page } = await openInVisualizer(file);
    const ours = median(seconds);
    const theirs = extension.seconds + page.seconds;
    const most = Math.max(...memory);
    const theirMemory = extension.megabytes + page.megabytes;
    const size = ((await stat(file)).size / 1e6).toFixed(1);
    const head = [`a .cpuprofile of ${size} MB`, "s", "resident memory at most, MB"];
    await publishTable("visualizer", head, [
      ["Heatline: from the file to lines, functions, callers and flame graph", ours.toFixed(2), most.toFixed(0)],
      ["VS Code: from the file to its page", extension.seconds.toFixed(2), extension.megabytes.toFixed(0)],
      ["VS Code: from its page to the first row of the summed table", page.seconds.toFixed(2), page.megabytes.toFixed(0)],
      ["times faster, times less memory", `${(theirs / ours).toFixed(0)}×`, `${(theirMemory / most).toFixed(1)}×`],
    ]);
    expect(seconds).toHaveLength(rounds);
  },
  15 * 60_000,
);

const query: HotFunctionsQuery = { rankBy: "self", groupBy: "function", filter: { ...noFilter, showsNative: true } };
