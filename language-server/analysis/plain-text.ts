/** What one message may hold of text from files and apps: more would hide the buttons under it. */
const mostCharacters = 2000;

/** `[label](command:…)`: VS Code makes a link of it in notifications, progress titles and descriptions of inputs. */
const linkMiddle = /\](?=\()/g;

/** `$(icon)`: VS Code draws a picture for it in quick picks, status bars and progress titles. */
const iconStart = /\$(?=\([\w~-]+\))/g;

/** Line and paragraph breaks, tabs and other control characters. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** They turn the order of what follows round, or hide in it: a name could show what it is not. */
const hidden = /[\p{Bidi_Control}\u{E0000}-\u{E007F}]/gu;

/** Text from a file, an app or an error as one line that VS Code shows as it is: no links, no icons, no control or direction characters. */
export function plainText(text: string): string {
  const short = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
  return short.replaceAll(hidden, "").replaceAll(breaks, " ").replaceAll(linkMiddle, "] ").replaceAll(iconStart, "$ ");
}

/** The same with its lines kept, for tooltips and details. */
export function plainLines(text: string): string {
  return text.split(/\r?\n/).map(plainText).join("\n");
}

/** Plain text where Markdown is drawn: every ASCII mark is escaped, so it holds neither markup nor links that draw themselves. */
export function markdownText(text: string): string {
  return plainText(text).replaceAll(/[!-/:-@[-`{-~]/g, "\\$&");
}
