import path from "node:path";
import { expect, test } from "vitest";
import { readThread } from "../../language-server/history/run-store.ts";
import { DapClient } from "./dap-client.ts";

/** What Node 20 does in a thread before its preload, and what the preload does to be recorded. */
const beforeTheFirstLine = ["patchProcessObject", "inspectorOpen", "waitForDebugger", "inspectorWaitForDebugger"];

test.each(["script.js", "workers.js"])("%s: neither Node's start nor its wait for us counts as the app's time", async (program) => {
  await using client = await DapClient.start();
  await client.launch(program);
  const run = await client.run();
  expect(run.threads.at(-1)?.busyTicks).toBeGreaterThan(50);
  for (const thread of run.threads) {
    const { functions } = await readThread(path.join(client.runsFolder, run.id), thread);
    expect(functions.name.filter((name) => beforeTheFirstLine.includes(name))).toEqual([]);
  }
  await client.stop();
});
