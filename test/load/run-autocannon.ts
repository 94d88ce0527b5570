import type { LoadPlan, LoadProgress, LoadReport } from "../../language-server/analysis/load/load.ts";
import { autocannonTool } from "../../language-server/recording/load/autocannon/autocannon.ts";
import { LoadProcesses } from "../../language-server/recording/session/load-processes.ts";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";

/** What a load by autocannon told. */
export interface Ran {
  readonly report: LoadReport | undefined;
  readonly progress: readonly LoadProgress[];
  /** How often the measured part was announced. */
  readonly measured: number;
}

interface RunOptions {
  readonly signal?: AbortSignal;
  readonly node?: string;
  readonly onMeasure?: () => void;
  /** Called with the load's process. */
  readonly onStart?: (pid: number) => void;
}

/** Runs autocannon as a session does, in a process of its own. */
export async function runAutocannon(plan: LoadPlan, options: RunOptions = {}): Promise<Ran> {
  const { autocannonChild } = await buildAdapter();
  const progress: LoadProgress[] = [];
  let measured = 0;
  const report = await autocannonTool.run(plan, {
    signal: options.signal ?? new AbortController().signal,
    appFolder: import.meta.dirname,
    privateFolder: import.meta.dirname,
    processes: new LoadProcesses({
      nodePath: options.node ?? process.execPath,
      autocannonChild,
      appFolder: import.meta.dirname,
      watchdog: {
        watchStart: (start) => {
          const started = start({});
          options.onStart?.(started.pid ?? 0);
          return started;
        },
        forget: () => undefined,
      },
    }),
    onProgress: (reading) => progress.push(reading),
    measure: async () => {
      measured += 1;
      options.onMeasure?.();
      await Promise.resolve();
    },
  });
  return { report, progress, measured };
}
