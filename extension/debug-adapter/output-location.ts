import { pathOfFileUrl } from "../../language-server/history/file-url.ts";

/** A piece of the app's output that VS Code shows as one entry, with a link if it names a place in a file. */
export interface OutputPiece {
  readonly text: string;
  /** Lines and columns are 1-based, as printed in stack traces. */
  readonly place?: { readonly path: string; readonly line: number; readonly column: number };
}

const frame = /^\s+at (?:.*?[ (])??((?:file:\/\/\/|\/|[A-Za-z]:\\)[^()]*?):(\d+):(\d+)\)?\s*$/;

/** Splits output so that every stack frame with a file is a piece of its own; the text between stays together. */
export function splitOutput(text: string): readonly OutputPiece[] {
  const pieces: OutputPiece[] = [];
  let plain = "";
  for (const line of text.split(/(?<=\n)/)) {
    const [, location = "", row, column] = frame.exec(line) ?? [];
    const file = location.startsWith("file:") ? pathOfFileUrl(location) : location;
    if (file === undefined || file === "") {
      plain += line;
      continue;
    }
    if (plain !== "") pieces.push({ text: plain });
    plain = "";
    pieces.push({ text: line, place: { path: file, line: Number(row), column: Number(column) } });
  }
  if (plain !== "") pieces.push({ text: plain });
  return pieces;
}
