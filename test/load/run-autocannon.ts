import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { LoadPlan, LoadProgress, LoadReport } from "../../language-server/analysis/load/load.ts";
import { autocannonTool } from "../../language-server/recording/load/autocannon/autocannon.ts";
import { type LoadRequests, requestsFile, RequestsFile } from "../../language-server/recording/load/requests/requests-file.ts";
import { LoadProcesses } from "../../language-server/recording/session/load-processes.ts";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";

/** What a load by autocannon reported. */
export interface Ran {
  readonly report: LoadReport | undefined;
  readonly progress: readonly LoadProgress[];
  /** How often the measured part was announced. */
  readonly measured: number;
  readonly requests: LoadRequests | undefined;
}

interface RunOptions {
  readonly signal?: AbortSignal;
  readonly node?: string;
  readonly onMeasure?: () => void;
  readonly onProgress?: () => void;
  readonly privateFolder?: string;
  /** Called with the load's process. */
  readonly onStart?: (pid: number) => void;
}

/** Runs autocannon as a session does, in a process of its own. */
export async function runAutocannon(plan: LoadPlan, options: RunOptions = {}): Promise<Ran> {
  const { autocannonChild } = await buildAdapter();
  const privateFolder = options.privateFolder ?? (await mkdtemp(path.join(os.tmpdir(), "heatline-load-")));
  const progress: LoadProgress[] = [];
  let measured = 0;
  const report = await autocannonTool.run(plan, {
    signal: options.signal ?? new AbortController().signal,
    appFolder: import.meta.dirname,
    privateFolder,
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
    onProgress: (reading) => {
      progress.push(reading);
      options.onProgress?.();
    },
    measure: async () => {
      measured += 1;
      options.onMeasure?.();
      await Promise.resolve();
    },
  });
  return { report, progress, measured, requests: await new RequestsFile(requestsFile(privateFolder)).read() };
}
