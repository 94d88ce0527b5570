import path from "node:path";
import { expect, test } from "vitest";
import type { Profile } from "../../language-server/analysis/profile/profile.ts";
import { readThread } from "../../language-server/history/run-store.ts";
import { DapClient } from "../drivers/adapter/dap-client.ts";

/** Node 20's work in a thread before the preload, and the preload's own setup of the recorder. */
const beforeTheFirstLine = ["patchProcessObject", "inspectorOpen", "waitForDebugger", "inspectorWaitForDebugger"];
/** V8 stamps a tick when its thread writes it, so on a busy machine a tick or two from before the first line get a later time. */
const latelyStamped = 2;

test.each(["script.js", "workers.js"])(
  "%s: neither Node's start nor its wait for the recorder counts as the app's time",
  async (program) => {
    await using client = await DapClient.start();
    await client.launch(program);
    const run = await client.run();
    expect(run.threads.at(-1)?.busyTicks).toBeGreaterThan(20);
    for (const thread of run.threads) {
      const profile = await readThread(path.join(client.runsFolder, run.id), thread);
      expect(ticksIn(profile, beforeTheFirstLine)).toBeLessThanOrEqual(latelyStamped);
    }
    await client.stop();
  },
);

/** Number of samples with one of these functions on the stack. */
function ticksIn({ functions, stacks, samples }: Profile, names: readonly string[]): number {
  const within = new Set<number>();
  stacks.func.forEach((row, stack) => {
    if (names.includes(functions.name[row] ?? "") || within.has(stacks.prefix[stack] ?? -1)) within.add(stack);
  });
  return samples.stack.filter((stack) => within.has(stack)).length;
}
