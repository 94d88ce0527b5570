import { watch } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { isMissing } from "../missing.ts";
import type { SessionReport } from "../in-app/reports.ts";

export interface ReportEvents {
  readonly report: (report: SessionReport) => void;
  /** The folder cannot be read any more: it was deleted. */
  readonly gone: () => void;
}

/**
 * Reads each report in the session's folder once, in the order they appear. Reports are renamed into place, so they are always complete.
 * Resolves once watching has begun.
 */
export async function watchReports(folder: string, events: ReportEvents): Promise<Disposable> {
  const seen = new Set<string>();
  let reading = Promise.resolve();
  let disposed = false;
  const readNew = async (): Promise<void> => {
    const names = (await readdir(folder)).filter((name) => name.endsWith(".json") && !seen.has(name));
    for (const name of names) {
      seen.add(name);
      const report = JSON.parse(await readFile(path.join(folder, name), "utf8")) as SessionReport;
      if (!disposed) events.report(report);
    }
  };
  const enqueue = (): void => {
    reading = reading
      .then(() => (disposed ? undefined : readNew()))
      .catch((error: unknown) => {
        if (disposed) return;
        if (!isMissing(error)) throw error;
        dispose();
        events.gone();
      });
  };
  const watcher = watch(folder, enqueue);
  const dispose = (): void => {
    disposed = true;
    watcher.close();
  };
  watcher.on("error", (error) => {
    console.error(`The session folder can no longer be watched: ${error.message}`);
  });
  enqueue();
  await reading;
  return { [Symbol.dispose]: dispose };
}
