import { shownText } from "./hidden-characters.ts";
import { shortened } from "../shortened.ts";

/** Maximum length of text from files and apps in one message: more would hide the buttons below it. */
const mostCharacters = 2000;

/** `[label](command:…)`: VS Code makes links of this in notifications, progress titles and descriptions of inputs. */
const linkMiddle = /\](?=\()/g;

/** `$(icon)`: VS Code draws icons for this in quick picks, status bars and progress titles. */
const iconStart = /\$(?=\([\w~-]+\))/g;

// oxlint-disable-next-line no-control-regex -- These are to be found.
const controls = /[\0-\u001F\u007F-\u009F\u2028\u2029]+/g;

/** On one line, with a blank for control characters, without direction and invisible ones. */
export function oneLine(text: string): string {
  return shownText(text.replaceAll(controls, " "), "");
}

/** Text from a file, an app or an error as one line that VS Code shows literally: no links, icons or hidden characters. */
export function plainText(text: string): string {
  return oneLine(shortened(text, mostCharacters)).replaceAll(linkMiddle, "] ").replaceAll(iconStart, "$ ");
}

/** The same with line breaks kept, for tooltips and details. */
export function plainLines(text: string): string {
  return text.split(/\r?\n/).map(plainText).join("\n");
}

/** Plain text for Markdown: every ASCII punctuation mark is escaped, so it contains neither markup nor automatic links. */
export function markdownText(text: string): string {
  return plainText(text).replaceAll(/[!-/:-@[-`{-~]/g, "\\$&");
}

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
