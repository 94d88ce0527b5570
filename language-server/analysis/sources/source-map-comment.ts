/**
 * The URL in a script's last source map comment, or "". As in V8, code may follow. If a quote, a backtick or `${` follows, it is part of a
 * program that writes such comments (https://tc39.es/ecma426/#sec-JavaScriptExtractSourceMapURL).
 */
export function sourceMapComment(text: string): string {
  // Most sources have none, or one at their end, and searching for a plain text is much faster.
  const first = text.indexOf("sourceMappingURL=");
  if (first === -1) return "";
  const comments = text
    .slice(Math.max(0, first - "//# ".length))
    .matchAll(/\/[/*][#@][ \t]sourceMappingURL=([^\s'"`*]+)[ \t]*(?:\*\/[ \t]*)?$/gm);
  return Array.from(comments, ([, url = ""]) => url).findLast((url) => !url.includes("${")) ?? "";
}
