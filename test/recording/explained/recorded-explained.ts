import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { LoadDefaults } from "../../../language-server/analysis/load/load.ts";
import type { WaitsPass } from "../../../language-server/answers/waits/waits-pass.ts";
import { readRun } from "../../../language-server/history/run-store.ts";
import { openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { recordService } from "../../drivers/server/recorded-load.ts";

const explainedFolder = path.resolve(import.meta.dirname, "../../fixtures/explained");

/** What the server's own clock shows of a request, in microseconds of the machine's monotonic clock. */
export interface ClockedRequest {
  readonly route: string;
  readonly port: number;
  readonly ordinal: number;
  readonly beginUs: number;
  readonly endUs: number;
  readonly ran: readonly (readonly [from: number, to: number])[];
  readonly held: readonly (readonly [from: number, to: number])[];
  readonly waitingUs: number;
  /** In which its thread waited for a processor, by the system's count. */
  readonly noCpuUs: number;
}

export interface RecordedExplained {
  readonly pass: WaitsPass;
  readonly clocked: readonly ClockedRequest[];
}

/** Has the server answer a load, with its database in a process of its own, while a waits pass records it. */
export async function recordExplained(runsFolder: string, load: LoadDefaults, runtimeExecutable?: string): Promise<RecordedExplained> {
  const database = fork(path.join(explainedFolder, "database.mjs"), { stdio: "inherit" });
  try {
    const [port] = (await once(database, "message")) as [number];
    const truth = path.join(runsFolder, `truth-${port}.json`);
    const folder = await recordService({
      folder: explainedFolder,
      program: "server.mjs",
      runsFolder,
      load,
      env: { DATABASE_PORT: String(port), TRUTH: truth },
      pass: "waits",
      ...(runtimeExecutable === undefined ? {} : { runtimeExecutable }),
    });
    const { marks, ...opened } = await openRunFolder(folder, await readRun(folder), {});
    if (marks === undefined) throw new Error(`The run has no marks: ${JSON.stringify(opened.problems)}`);
    return { pass: { ...opened, marks }, clocked: JSON.parse(await readFile(truth, "utf8")) as ClockedRequest[] };
  } finally {
    database.disconnect();
  }
}
