import { shownText } from "./hidden-characters.ts";

/** Stands for a character that is not shown: U+FFFD. */
const mark = "\uFFFD";
/** What follows is a link to some clients, also without `http:`. */
const bareSlashes = /(?<!:)\/(?=\/)/g;

/** A text as one line of a file in GitHub's Markdown, also in a table: no markup, links, mentions or comments. */
export function markdownFileText(text: string): string {
  const marks = shownText(text, mark)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_{}[\]<>#|~]/g, String.raw`\$&`);
  // After a backslash GitHub still links @people and URLs, but not with an entity.
  return marks
    .replaceAll("&", "&amp;")
    .replaceAll("@", "&#64;")
    .replaceAll(bareSlashes, "&#47;")
    .replaceAll("://", "&#58;//")
    .replaceAll(/www\./gi, (www) => `${www.slice(0, -1)}&#46;`);
}

/** The same for a hover, whose client may know less of GitHub's Markdown. `text` is on one line, as `oneLine` gives it. */
export function markdownHoverText(text: string): string {
  return (
    text
      .replaceAll(/\s+/g, " ")
      .replaceAll(/[\\`*_{}[\]()#!|<>~&@]/g, (sign) => `\\${sign}`)
      // URLs would become links.
      .replaceAll(bareSlashes, "\\/")
      .replaceAll("://", ":\\//")
      .replaceAll(/www\./gi, (www) => `${www.slice(0, -1)}\\.`)
  );
}
