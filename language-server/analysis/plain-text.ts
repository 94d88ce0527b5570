import { shortened } from "./shortened.ts";

/** Maximum length of text from files and apps in one message: more would hide the buttons below it. */
const mostCharacters = 2000;

/** `[label](command:…)`: VS Code makes links of this in notifications, progress titles and descriptions of inputs. */
const linkMiddle = /\](?=\()/g;

/** `$(icon)`: VS Code draws icons for this in quick picks, status bars and progress titles. */
const iconStart = /\$(?=\([\w~-]+\))/g;

/**
 * Line and paragraph breaks, tabs and other control characters: `\p{Cc}`, `\p{Zl}` and `\p{Zp}`. By their numbers, since to look these and the next up
 * takes V8 0.7 ms at each start.
 */
// oxlint-disable-next-line no-control-regex -- These are to be found.
const breaks = /[\0-\u001F\u007F-\u009F\u2028\u2029]+/g;

/** These reverse the order of text (`\p{Bidi_Control}`) or are invisible: a name could look like another one. */
const hidden = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu;

/** On one line, without control and direction characters. */
export function oneLine(text: string): string {
  return text.replaceAll(hidden, "").replaceAll(breaks, " ");
}

/** Text from a file, an app or an error as one line that VS Code shows literally: no links, icons, control or direction characters. */
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
