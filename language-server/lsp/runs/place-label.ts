import type { PlaceView } from "../../answers/run-answers.ts";
import { fileNameOf } from "../../analysis/sources/package-name.ts";
import { uriOfPath } from "../to-lsp.ts";

/** `util.js:24`, or `node:internal/crypto/hash:132` for non-files; with the current line (LSP's, 0-based) if it is known. */
export function placeLabel(place: Pick<PlaceView, "path" | "line">, lspLine?: number): string {
  const path = place.path ?? "";
  const file = uriOfPath(path) === undefined ? path : fileNameOf(path);
  const line = lspLine === undefined ? place.line : lspLine + 1;
  return line > 0 ? `${file}:${line}` : file;
}
