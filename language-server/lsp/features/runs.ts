import * as v from "valibot";
import { closeRun, openLastRun, openProfile, openRun, runExpected, type RunSummary, showThreads } from "../../protocol/protocol.ts";
import { answer } from "../respond.ts";
import { summaryOf } from "../runs/run-summary.ts";
import { together } from "../dispose-all.ts";
import type { Workspace } from "../workspace.ts";

const openParams = v.object({ folder: v.pipe(v.string(), v.minLength(1)), live: v.optional(v.boolean()) });
const threadsParams = v.object({
  threads: v.nullable(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.minLength(1), v.maxLength(10_000))),
});
const profileParams = v.object({ file: v.pipe(v.string(), v.minLength(1)) });
const noParams = v.pipe(
  v.unknown(),
  v.transform((): Record<string, never> => ({})),
);

/** Opens and closes the shown run, and chooses its threads. */
export function runsFeature(workspace: Workspace): Disposable {
  const texts = (): Workspace["texts"] => workspace.texts;
  const { connection } = workspace;
  const expecting = connection.onNotification(runExpected.method, () => workspace.expectRun());
  return together([
    { [Symbol.dispose]: () => expecting.dispose() },
    answer(connection, texts, openRun, openParams, async ({ folder, live }, signal) =>
      summaryOf(await workspace.open(folder, live === true, signal), workspace, signal),
    ),
    answer(connection, texts, openProfile, profileParams, async ({ file }, signal) =>
      summaryOf(await workspace.openProfile(file, signal), workspace, signal),
    ),
    answer(connection, texts, openLastRun, noParams, async (_none, signal): Promise<RunSummary | null> => {
      const run = await workspace.openLast(signal);
      return run === null ? null : summaryOf(run, workspace, signal);
    }),
    answer(connection, texts, showThreads, threadsParams, async ({ threads }, signal) =>
      summaryOf(await workspace.showThreads(threads, signal), workspace, signal),
    ),
    answer(connection, texts, closeRun, noParams, async () => {
      workspace.close();
      return null;
    }),
  ]);
}
