import { runCounts, type RunCounts } from "../../../language-server/answers/counts/run-counts.ts";
import type { Run } from "../../../language-server/history/run.ts";
import type { OpenedCounts } from "../../../language-server/opening/counts-pass.ts";
import { openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { passRecorders } from "../../../language-server/recording/passes/pass-recorders.ts";
import { recordedWindow } from "../requests/recorded-pass.ts";

interface RecordedCounts {
  readonly run: Run;
  readonly counts: RunCounts;
}

/** Counts an app that listens: `before` and `drive` send its requests, before its window and in it. */
export function recordedCounts(
  app: Pick<Parameters<typeof recordedWindow>[0], "program" | "major" | "env" | "args">,
  drive: (port: number) => Promise<unknown>,
  before: (port: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<RecordedCounts> {
  return recordedWindow({ ...app, pass: "counts", recorder: passRecorders.counts }, { before, drive }, async ({ folder, run }) => {
    const opened = await openRunFolder(folder, run, {});
    return { run, counts: runCounts(opened as OpenedCounts) };
  });
}
