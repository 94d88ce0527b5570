import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Bytes } from "../../../analysis/units.ts";
import { readKept } from "../../../history/regular-file.ts";
import { keptNoteSchema, noteText, type RecoveryNote } from "./recovery-note-schema.ts";
import { ifRefused } from "../../../platform/refusals.ts";

/** Command lines of thousands of processes fit. */
const largestNote: Bytes = 32 * 1024 * 1024;

/** Undefined where the session recorded nothing when it ended, or there is no note that this version of Heatline kept. */
export async function readRecoveryNote(sessionFolder: string): Promise<RecoveryNote | undefined> {
  return (await readKept(noteFile(sessionFolder), largestNote, keptNoteSchema))?.note;
}

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
      await writeFile(`${this.#file}.tmp`, noteText(note), { mode: 0o600 });
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
    // A full or missing folder: the recording itself reports that.
    this.#writing = this.#writing.then(work).catch(ifRefused);
  }
}

function noteFile(sessionFolder: string): string {
  return path.join(sessionFolder, "recovery.json");
}
