import { watch } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { SessionReport } from "../in-app/reports.ts";

/**
 * Reads each report in the session's folder once, in the order they appear. Reports are renamed into place, so they are always complete.
 * Resolves once watching has begun.
 */
export async function watchReports(folder: string, onReport: (report: SessionReport) => void): Promise<Disposable> {
  const seen = new Set<string>();
  let reading = Promise.resolve();
  let disposed = false;
  const readNew = async (): Promise<void> => {
    const names = (await readdir(folder)).filter((name) => name.endsWith(".json") && !seen.has(name));
    for (const name of names) {
      seen.add(name);
      const report = JSON.parse(await readFile(path.join(folder, name), "utf8")) as SessionReport;
      if (!disposed) onReport(report);
    }
  };
  const enqueue = (): void => {
    reading = reading
      .then(() => (disposed ? undefined : readNew()))
      .catch((error: unknown) => {
        if (!disposed) throw error;
      });
  };
  const watcher = watch(folder, enqueue);
  watcher.on("error", (error) => {
    console.error(`The session folder can no longer be watched: ${error.message}`);
  });
  enqueue();
  await reading;
  return {
    [Symbol.dispose]: () => {
      disposed = true;
      watcher.close();
    },
  };
}
