import { closeSync, openSync, writeSync } from "node:fs";

const pieceLength = 1 << 20;

/** Writes texts one after the other, in pieces of a megabyte. */
export function writeTexts(file: string, texts: Iterable<string>): void {
  const target = openSync(file, "w");
  try {
    let piece = "";
    for (const text of texts) {
      piece += text;
      if (piece.length < pieceLength) continue;
      writeSync(target, piece);
      piece = "";
    }
    writeSync(target, piece);
  } finally {
    closeSync(target);
  }
}

/** `count` texts with a separator between them. */
export function* each(count: number, textOf: (index: number) => string, separator = ","): Generator<string> {
  for (let index = 0; index < count; index++) yield index === 0 ? textOf(0) : separator + textOf(index);
}
