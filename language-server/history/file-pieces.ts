import type { FileHandle } from "node:fs/promises";
import { budget } from "../analysis/budget.ts";
import { reasonOf } from "../analysis/failure-reason.ts";
import { UserError } from "../analysis/user-error.ts";
import { openRegular } from "./regular-file.ts";
import { isMissing, isRefusal } from "../platform/refusals.ts";

const pieceLength = 1 << 20;

type Pieces = AsyncGenerator<Uint8Array, void, undefined>;

/**
 * Reads a file in pieces, unzipped if it is gzipped, once or twice; UTF-16 with a byte order mark comes as UTF-8. A piece is valid until the
 * next one is requested: copy it to keep it longer. Rejects with a UserError, which calls it `name`, if the file is missing or cannot be
 * read; later failures reject the iteration with a code.
 */
export async function openPieces(file: string, name = file): Promise<AsyncIterable<Uint8Array>> {
  let handle: FileHandle | undefined;
  try {
    const opened = await openRegular(file);
    if (opened === undefined) throw new UserError("file.notFile", { file: name });
    handle = opened.handle;
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return asUtf8(isGzipped(buffer.subarray(0, bytesRead)) ? unpacked(name, handle, opened.size) : piecesOf(handle));
  } catch (error) {
    await handle?.close();
    if (!isRefusal(error)) throw error;
    if (isMissing(error)) throw new UserError("file.missing", { file: name }, { cause: error });
    throw new UserError("file.unreadable", { file: name, reason: reasonOf(error) }, { cause: error });
  }
}

function isGzipped(beginning: Uint8Array | undefined): boolean {
  return beginning?.[0] === 0x1f && beginning[1] === 0x8b;
}

/** The first piece, and all of them. */
async function begun(pieces: Pieces): Promise<{ readonly first: Uint8Array | undefined; readonly all: Pieces }> {
  const { value: first } = await pieces.next();
  const all = async function* (): Pieces {
    try {
      if (first !== undefined) yield first;
      yield* pieces;
    } finally {
      // Also after the first piece, when they are not iterated yet.
      await pieces.return();
    }
  };
  return { first: first ?? undefined, all: all() };
}

/** What a file holds that was gzipped: it may have been zipped again by a server that was to send it. */
async function* unpacked(name: string, handle: FileHandle, size: number): Pieces {
  const most = Math.max(budget.inflated, size * budget.inflation);
  const { first, all } = await begun(inflated(name, handle.createReadStream({ start: 0, highWaterMark: pieceLength }), most));
  yield* isGzipped(first) ? inflated(name, all, most) : all;
}

/** Throws a UserError if it expands beyond what an honest file would (a zip bomb). */
async function* inflated(name: string, packed: AsyncIterable<Uint8Array>, most: number): Pieces {
  // Loaded on demand, as few files are gzipped.
  const [{ pipeline }, { createGunzip }] = await Promise.all([import("node:stream"), import("node:zlib")]);
  let length = 0;
  // Errors of either stream surface in the iteration.
  for await (const piece of pipeline(packed, createGunzip({ chunkSize: pieceLength }), () => undefined)) {
    length += (piece as Uint8Array).length;
    if (length > most) {
      throw new UserError("file.inflates", { file: name, times: budget.inflation });
    }
    yield piece as Uint8Array;
  }
}

/** PowerShell's `>` writes text as UTF-16. */
async function* asUtf8(pieces: Pieces): Pieces {
  const { first, all } = await begun(pieces);
  const mark = first === undefined ? 0 : (first[0] ?? 0) * 256 + (first[1] ?? 0);
  if (mark !== 0xff_fe && mark !== 0xfe_ff) {
    yield* all;
    return;
  }
  const [decoder, encoder] = [new TextDecoder(mark === 0xff_fe ? "utf-16le" : "utf-16be"), new TextEncoder()];
  for await (const piece of all) yield encoder.encode(decoder.decode(piece, { stream: true }));
  yield encoder.encode(decoder.decode());
}

/** Reads the next piece while the caller works on the current one. Two buffers alternate, since allocating new ones takes time. */
async function* piecesOf(handle: FileHandle): Pieces {
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
