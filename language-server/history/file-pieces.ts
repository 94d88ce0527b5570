import type { FileHandle } from "node:fs/promises";
import { budget } from "../analysis/budget.ts";
import { reasonOf } from "../analysis/failure-reason.ts";
import { UserError } from "../analysis/user-error.ts";
import { openRegular } from "./regular-file.ts";

const pieceLength = 1 << 20;

/**
 * Reads a file in pieces, unzipped if it is gzipped. A piece is valid until the next one is requested: copy it to keep it longer. Rejects
 * with a UserError, which calls it `name`, if the file is missing or cannot be read; later failures reject the iteration with a code.
 */
export async function openPieces(file: string, name = file): Promise<AsyncIterable<Uint8Array>> {
  let handle: FileHandle | undefined;
  try {
    const opened = await openRegular(file);
    if (opened === undefined) throw new UserError("file.notFile", { file: name });
    handle = opened.handle;
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    if (bytesRead < 2 || !buffer.equals(Buffer.from([0x1f, 0x8b]))) return piecesOf(handle);
    return unpacked(name, handle, opened.size);
  } catch (error) {
    await handle?.close();
    if (!(error instanceof Error) || !("code" in error)) throw error;
    if (error.code === "ENOENT") throw new UserError("file.missing", { file: name }, { cause: error });
    throw new UserError("file.unreadable", { file: name, reason: reasonOf(error) }, { cause: error });
  }
}

/** Throws a UserError if it expands beyond what an honest file would (a zip bomb). */
async function* unpacked(name: string, handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  // Loaded on demand, as few files are gzipped.
  const [{ pipeline }, { createGunzip }] = await Promise.all([import("node:stream"), import("node:zlib")]);
  const most = Math.max(budget.inflated, size * budget.inflation);
  let length = 0;
  // Errors of either stream surface in the iteration.
  const packed = handle.createReadStream({ start: 0, highWaterMark: pieceLength });
  for await (const piece of pipeline(packed, createGunzip({ chunkSize: pieceLength }), () => undefined)) {
    length += (piece as Uint8Array).length;
    if (length > most) {
      throw new UserError("file.inflates", { file: name, times: budget.inflation });
    }
    yield piece as Uint8Array;
  }
}

/** Reads the next piece while the caller works on the current one. Two buffers alternate, since allocating new ones takes time. */
async function* piecesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  let [now, next] = [new Uint8Array(pieceLength), new Uint8Array(pieceLength)];
  let at = 0;
  const read = async (buffer: Uint8Array): Promise<number> => {
    const { bytesRead } = await handle.read(buffer, 0, pieceLength, at);
    at += bytesRead;
    return bytesRead;
  };
  let coming = read(now);
  try {
    for (let length = await coming; length > 0; length = await coming) {
      coming = read(next);
      yield now.subarray(0, length);
      [now, next] = [next, now];
    }
  } finally {
    // The iteration ended early: this piece is no longer wanted.
    await coming.catch(() => undefined);
    await handle.close();
  }
}
