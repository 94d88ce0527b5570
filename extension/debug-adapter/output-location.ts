import { pathOfFileUrl } from "../../language-server/history/file-url.ts";

/** A piece of the app's output that VS Code shows as one entry, linked where it names a place in a file. */
export interface OutputPiece {
  readonly text: string;
  /** Lines 1-based, columns 1-based, as stacks print them. */
  readonly place?: { readonly path: string; readonly line: number; readonly column: number };
}

const frame = /^\s+at (?:.*?[ (])??((?:file:\/\/\/|\/|[A-Za-z]:\\)[^()]*?):(\d+):(\d+)\)?\s*$/;

/** Cuts output so that every stack frame with a file is a piece of its own; what lies between stays together. */
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
