import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { budget } from "../analysis/budget.ts";
import { UserError } from "../analysis/user-error.ts";

/** How a user names it in place of a file. */
export const standardInput = "-";

/** Runs `read` on a private file with all of the standard input, since an importer may read it twice; then the file is removed. */
export async function withStandardInput<Result>(read: (file: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-stdin-"));
  try {
    const file = path.join(folder, "stdin");
    await pipeline(process.stdin, bounded, createWriteStream(file, { mode: 0o600 }));
    return await read(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws a UserError for more than any file may have. */
async function* bounded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > budget.scanned)
      throw new UserError("profile.tooLarge", { name: "stdin", limitMb: Math.floor(budget.scanned / 1_000_000) });
    yield piece;
  }
}
