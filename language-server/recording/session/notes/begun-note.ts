import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import type { Bytes } from "../../../analysis/units.ts";
import { readKept } from "../../../history/regular-file.ts";
import { runsFolderSchema, startedAtSchema } from "./recovery-note-schema.ts";

const largestNote: Bytes = 64 * 1024;

const begunSchema = v.object({
  runsFolder: runsFolderSchema,
  /** That of its run. */
  name: v.string(),
  startedAt: startedAtSchema,
});

/** A session that has measured nothing yet. */
export type Begun = Readonly<v.InferOutput<typeof begunSchema>>;

/**
 * Keeps the note of a begun session in its folder until it is disposed of, when the first of its recordings is over: it stays only where this
 * process is killed, as any other end is by the user's wish, or reported.
 */
export async function noteBegun(sessionFolder: string, begun: Begun): Promise<Disposable> {
  const remove = (): void => rmSync(noteFile(sessionFolder), { force: true });
  process.once("exit", remove);
  await writeFile(noteFile(sessionFolder), JSON.stringify(begun), { mode: 0o600 });
  return {
    [Symbol.dispose]: () => {
      process.off("exit", remove);
      remove();
    },
  };
}

/** Undefined where the session had measured something, or ended otherwise. */
export function readBegunNote(sessionFolder: string): Promise<Begun | undefined> {
  return readKept(noteFile(sessionFolder), largestNote, begunSchema);
}

function noteFile(sessionFolder: string): string {
  return path.join(sessionFolder, "begun.json");
}
