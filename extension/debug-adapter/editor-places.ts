import { readFileSync, statSync } from "node:fs";
import { EditorLines } from "../../language-server/analysis/sources/editor-lines.ts";
import type { Bytes } from "../../language-server/analysis/units.ts";
import { isTouchable } from "../../language-server/platform/touchable-path.ts";
import type { OutputPiece } from "./output-location.ts";

const largestFile: Bytes = 4 * 1024 * 1024;
/** An app that writes many stack traces names few files. */
const mostFiles = 200;

/** Converts places of stack traces, whose lines V8 counted, to those of the editor. Each file is read once. */
export class EditorPlaces {
  readonly #lines = new Map<string, EditorLines | undefined>();

  of(place: NonNullable<OutputPiece["place"]>): NonNullable<OutputPiece["place"]> {
    const { path, line, column } = place;
    if (!this.#lines.has(path) && this.#lines.size < mostFiles) this.#lines.set(path, EditorLines.of(textOf(path)));
    const found = this.#lines.get(path)?.at(line, column - 1);
    return found === undefined ? place : { path, line: found.line, column: found.column + 1 };
  }
}

function textOf(path: string): string | undefined {
  if (!isTouchable(path)) return undefined;
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= largestFile ? readFileSync(path, "utf8") : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
