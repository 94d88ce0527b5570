/**
 * Where the last comment of a script says that its map is, or "". As for V8, code may follow. What goes on with a quote, a backtick or `${` is
 * the text of a program that writes such comments (https://tc39.es/ecma426/#sec-JavaScriptExtractSourceMapURL).
 */
export function sourceMapComment(text: string): string {
  // Most sources have none, and to look for a plain text is far quicker.
  if (!text.includes("sourceMappingURL=")) return "";
  const comments = text.matchAll(/\/[/*][#@][ \t]sourceMappingURL=([^\s'"`*]+)[ \t]*(?:\*\/[ \t]*)?$/gm);
  return Array.from(comments, ([, url = ""]) => url).findLast((url) => !url.includes("${")) ?? "";
}
