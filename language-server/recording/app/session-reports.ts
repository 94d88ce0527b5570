import { watch } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { isMissing } from "../../platform/refusals.ts";
import type { ChannelMessage } from "../in-app/channel/channel-protocol.ts";
import type { SessionReport } from "../in-app/reports.ts";
import { MessageFile } from "./message-file.ts";
import { readReport } from "./report-schema.ts";
import { madeOnce } from "../../analysis/collections.ts";

export interface ReportEvents {
  readonly report: (report: SessionReport) => void;
  /** A thread on the channel said something; `id` is that of its `ChannelThreadFacts`. */
  readonly message?: (message: ChannelMessage, id: string) => void;
  /** The folder cannot be read any more: it was deleted. */
  readonly gone: () => void;
}

export interface WatchedReports extends Disposable {
  /** Resolves when all that was written by now has been passed on. */
  settle(): Promise<void>;
}

const messageSuffix = ".jsonl";

/**
 * Reads each report in the session's folder once, in the order they appear; they are renamed into place, so they are always complete. Of the
 * files with messages, it reads what is added. Resolves once watching has begun.
 */
export async function watchReports(folder: string, events: ReportEvents): Promise<WatchedReports> {
  const seen = new Set<string>();
  const files = new Map<string, MessageFile>();
  let reading = Promise.resolve();
  let disposed = false;
  const readMessages = async (name: string): Promise<void> => {
    const file = madeOnce(files, name, () => new MessageFile(path.join(folder, name)));
    for (const message of await file.readOn()) if (!disposed) events.message?.(message, name.slice(0, -messageSuffix.length));
  };
  const readAll = async (): Promise<void> => {
    const names = await readdir(folder);
    for (const name of names.filter((each) => each.endsWith(messageSuffix))) await readMessages(name);
    for (const name of names.filter((each) => each.endsWith(".json") && !seen.has(each))) {
      seen.add(name);
      const report = await readReport(path.join(folder, name));
      if (!disposed && report !== undefined) events.report(report);
    }
  };
  const enqueue = (read: () => Promise<void>): Promise<void> => {
    reading = reading
      .then(() => (disposed ? undefined : read()))
      .catch((error: unknown) => {
        if (disposed) return;
        if (!isMissing(error)) throw error;
        dispose();
        events.gone();
      });
    return reading;
  };
  const watcher = watch(folder, (_event, name) => {
    void enqueue(name !== null && files.has(name) ? () => readMessages(name) : readAll);
  });
  const dispose = (): void => {
    disposed = true;
    watcher.close();
  };
  watcher.on("error", (error) => {
    console.error(`The session folder can no longer be watched: ${error.message}`);
  });
  await enqueue(readAll);
  return { settle: () => enqueue(readAll), [Symbol.dispose]: dispose };
}
