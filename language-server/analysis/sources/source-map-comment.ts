/**
 * Where the last comment of a script says that its map is, or "". As for V8, code may follow. What goes on with a quote, a backtick or `${` is
 * the text of a program that writes such comments (https://tc39.es/ecma426/#sec-JavaScriptExtractSourceMapURL).
 */
export function sourceMapComment(text: string): string {
  // Most sources have none, or one at their end, and to look for a plain text is far quicker.
  const first = text.indexOf("sourceMappingURL=");
  if (first === -1) return "";
  const comments = text
    .slice(Math.max(0, first - "//# ".length))
    .matchAll(/\/[/*][#@][ \t]sourceMappingURL=([^\s'"`*]+)[ \t]*(?:\*\/[ \t]*)?$/gm);
  return Array.from(comments, ([, url = ""]) => url).findLast((url) => !url.includes("${")) ?? "";
}
