import path from "node:path";
import { pathToFileURL } from "node:url";
import { plainText } from "../../language-server/analysis/escaping/editor-text.ts";
import type { ErrorPlace } from "../../language-server/analysis/user-error.ts";

/** A link that VS Code makes in a notification: `slow.js:3`, which opens the line. */
export function placeLink({ file, line, column }: ErrorPlace): string {
  const start = { line: line - 1, character: column - 1 };
  const place = { uri: pathToFileURL(file).href, range: { start, end: start } };
  // What VS Code reads up to the next bracket.
  const argument = encodeURIComponent(JSON.stringify([place]))
    .replaceAll("(", "%28")
    .replaceAll(")", "%29");
  const name = plainText(path.basename(file)).replaceAll(/[[\]]/g, "");
  return `[${name}:${line}](command:heatline.goTo?${argument})`;
}
