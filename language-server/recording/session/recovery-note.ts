import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import type { LoadReport } from "../../analysis/load/load.ts";
import type { DecodeOrder } from "../ticks/decode-order.ts";
import type { RecordedApp } from "./run-draft.ts";

/** What makes a run of the logs in a session's folder, or else says what is lost, should we not live to do so. */
export interface RecoveryNote {
  readonly runsFolder: string;
  readonly app: RecordedApp;
  readonly startedAt: Date;
  /** Undefined where there are no logs: the samples are in the app until the window ends. */
  readonly order: DecodeOrder | undefined;
  /** As far as it went. */
  readonly load: LoadReport | undefined;
}

/** Undefined where the session recorded nothing when it ended, or another version of Heatline kept its note. */
export async function readRecoveryNote(sessionFolder: string): Promise<RecoveryNote | undefined> {
  try {
    const { version, note } = deserialize(await readFile(noteFile(sessionFolder))) as KeptNote;
    return version === noteVersion ? note : undefined;
  } catch (error) {
    // It does not exist, or cannot be read.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

interface KeptNote {
  readonly version: typeof noteVersion;
  readonly note: RecoveryNote;
}

const noteVersion = 4;

/** Keeps the note of an open window beside its logs. Calls while one is being written are one more write. */
export class RecoveryNotes {
  readonly #file: string;
  readonly #current: () => RecoveryNote | undefined;
  #isWaiting = false;
  #writing: Promise<void> = Promise.resolve();

  /** `current`: undefined where there is nothing to note. */
  constructor(sessionFolder: string, current: () => RecoveryNote | undefined) {
    this.#file = noteFile(sessionFolder);
    this.#current = current;
  }

  update(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#enqueue(async () => {
      this.#isWaiting = false;
      const note = this.#current();
      if (note === undefined) return;
      await writeFile(`${this.#file}.tmp`, serialize({ version: noteVersion, note } satisfies KeptNote), { mode: 0o600 });
      await rename(`${this.#file}.tmp`, this.#file);
    });
  }

  /** The window's run is written, or is not wanted. */
  remove(): void {
    this.#enqueue(() => rm(this.#file, { force: true }));
  }

  async idle(): Promise<void> {
    await this.#writing;
  }

  #enqueue(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch((error: unknown) => {
      // A full or missing folder: the recording itself tells of that.
      if (!(error instanceof Error && "code" in error)) throw error;
    });
  }
}

function noteFile(sessionFolder: string): string {
  return path.join(sessionFolder, "recovery.bin");
}
