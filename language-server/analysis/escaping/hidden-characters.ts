/**
 * Characters of names and texts from files and apps that no output shows as they are: they control a terminal, reverse the order of what is read
 * (Trojan Source, https://trojansource.codes), break a line, or are invisible, so that a name looks like another one. Names in any script, accents
 * and emoji stay as they are. By their numbers: to look up Unicode's properties takes V8 0.7 ms at each start.
 */

/** Tabs and breaks of lines and paragraphs. */
const breaks = String.raw`\t-\r\u0085\u2028\u2029`;
/** C0 and C1 without these, and DEL. */
const controls = String.raw`\0-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F`;
/** `\p{Bidi_Control}`. */
const directions = String.raw`\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069`;
/** `\p{Default_Ignorable_Code_Point}` without the former, joiners and selectors; annotations, non-characters and halves of a pair. */
const invisible = String.raw`\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180E\u200B\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\uFDD0-\uFDEF\uFFFE\uFFFF\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}\uD800-\uDFFF`;
/** They choose the form of the character before them: any further one can only hide data. */
const selectors = String.raw`\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}`;
/** Of scripts beyond Latin, and emoji, without joiners, blanks and U+FFFD. */
const letters = String.raw`\u0300-\u167F\u1681-\u1FFF\u2010-\u2027\u2030-\u205E\u2060-\u2FFF\u3001-\uFFFC\u{10000}-\u{10FFFF}`;

const furtherSelectors = new RegExp(`(?<![^${selectors}])[${selectors}]`, "gu");

/** In this order: what one leaves is judged by the next. */
const hidden: readonly RegExp[] = [
  new RegExp(`[${controls}${directions}${invisible}]`, "gu"),
  furtherSelectors,
  // Between letters of scripts that need them and between emoji, joiners change what is seen; elsewhere they are invisible.
  new RegExp(`(?<![${letters}])[\\u200C\\u200D]|[\\u200C\\u200D](?![${letters}])|[\\u200C\\u200D](?=[${selectors}])`, "gu"),
  furtherSelectors,
];
const someBreaks = new RegExp(`[${breaks}]+`, "g");
const breaksInJson = /[\u0085\u2028\u2029]/g;
const plain = /^[ -~]*$/;
const plainJson = /^[\n -~]*$/;

/** On one line; each hidden character is `mark`. */
export function shownText(text: string, mark: string): string {
  if (plain.test(text)) return text;
  return hidden.reduce((shown, each) => shown.replace(each, mark), text.replace(someBreaks, " "));
}

/** A JSON text with the same value, in which hidden characters are written by their numbers. */
export function shownJson(json: string): string {
  if (plainJson.test(json)) return json;
  return hidden.reduce((shown, each) => shown.replace(each, numbered), json.replace(breaksInJson, numbered));
}

/** `\u202e`; of a character beyond the first 65,536 both halves. */
function numbered(sign: string): string {
  return Array.from({ length: sign.length }, (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
}

/** A name in a line of collapsed stacks: `;` and line breaks separate the format's fields, and it has no escapes. */
export function stackName(text: string): string {
  return shownText(text.replaceAll(/[;\r\n]+/g, ":"), "\uFFFD");
}

/** Replaces tabs by two blanks, and other control and invisible characters by ?, so that a text cannot control the terminal. */
export function harmless(text: string): string {
  return shownText(text.replaceAll("\t", "  ").replaceAll(/[\n-\r\u0085\u2028\u2029]/g, "?"), "?");
}

/** JSON without characters that control a terminal: JSON.stringify leaves DEL, C1, bidirectional and invisible characters as they are. */
export function harmlessJson(value: unknown): string {
  return shownJson(JSON.stringify(value, undefined, 1));
}
