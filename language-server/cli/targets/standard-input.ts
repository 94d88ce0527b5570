import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { budget } from "../../analysis/budget.ts";
import { UserError } from "../../analysis/user-error.ts";

/** How a user names it in place of a file. */
export const standardInput = "-";

/** What its profile is called. */
export const standardInputName = "stdin";

/** Writes all of it to a file, since an importer may read it twice. Rejects with a UserError for more than any file may have. */
export async function saveStandardInput(file: string): Promise<void> {
  await pipeline(process.stdin, bounded, createWriteStream(file, { mode: 0o600 }));
}

async function* bounded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > budget.scanned)
      throw new UserError("profile.tooLarge", { name: standardInputName, limitMb: Math.floor(budget.scanned / 1_000_000) });
    yield piece;
  }
}
