import { harmless } from "../../analysis/escaping/terminal-text.ts";
import { shortened } from "../../analysis/shortened.ts";

const longestName = 80;
const longestCode = 100;

/** A text of the app's, such as a line of its code, in one line without characters that cannot be seen. */
export function plain(text: string, most = longestName): string {
  return piece(text.trim(), most);
}

/** The same for a part of a sentence, whose blanks at its ends stay. */
export function piece(text: string, most: number): string {
  return shortened(harmless(text.replaceAll(/\s+/g, " ")), most);
}

/** The same as code in Markdown, where no markup of its own works: the fence is longer than any in it. */
export function quoted(text: string, most = longestCode): string {
  const shown = plain(text, most);
  if (shown === "") return "``";
  const longest = Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const gap = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${gap}${shown}${gap}${fence}`;
}
