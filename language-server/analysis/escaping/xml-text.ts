import { shownJson, shownText } from "./hidden-characters.ts";

/** Stands for a character that is not shown: U+FFFD. */
const mark = "\uFFFD";

/** A text for XML and HTML, in elements and in quoted attributes; on one line, without characters that XML cannot contain. */
export function xmlText(text: string): string {
  return shownText(text, mark).replaceAll(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Our own code in a script of an SVG file. XML parsers and, for a picture inside a page, HTML parsers read the result alike. */
export function xmlCode(code: string): string {
  return code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Our own page as an attribute in double quotes. Unlike `xmlText`, keeps all characters. */
export function attributeCode(code: string): string {
  return code.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** Our own code in an HTML script. `</script` can only occur in a JavaScript string, where the character code means the same. */
export function scriptCode(code: string): string {
  return code.replaceAll(/<(?=\/script)/gi, String.raw`\x3c`);
}

/** JSON in an HTML script. */
export function scriptJson(value: unknown): string {
  return shownJson(JSON.stringify(value)).replaceAll("<", String.raw`\u003c`);
}
