/** A word of a shell's command line; `between` also holds the signs that end a command. */
export type ShellPiece =
  | { readonly kind: "between"; readonly text: string; readonly endsCommand: boolean }
  /** `content`: without quotes. */
  | { readonly kind: "word"; readonly text: string; readonly content: string };

/**
 * Splits a shell's command line into words and what is between them, whose texts together are the line. Quotes without an end are signs like
 * others. In time that grows with the length.
 */
export function shellPieces(line: string): readonly ShellPiece[] {
  const pieces: ShellPiece[] = [];
  const isUnpaired = { "'": false, '"': false, "`": false };
  let at = 0;
  while (at < line.length) {
    const between = betweenAt(line, at);
    if (between !== "") {
      pieces.push({ kind: "between", text: between, endsCommand: /[;&|\n()`]/.test(between) });
      at += between.length;
      continue;
    }
    const start = at;
    let content = "";
    while (at < line.length && !isBetween(line[at] ?? "")) {
      const char = line[at] ?? "";
      const isQuote = (char === '"' || (char === "'" && !isApostrophe(line, start, at))) && !isUnpaired[char];
      const closing = isQuote ? closingQuote(line, at, char) : -1;
      if (closing >= 0) {
        content += line.slice(at + 1, closing);
        at = closing + 1;
        continue;
      }
      if (char === "'" || char === '"') isUnpaired[char] = true;
      content += char;
      at += 1;
    }
    pieces.push({ kind: "word", text: line.slice(start, at), content });
  }
  return pieces;
}

/** That of `don't`: of a list of processes, which has no quotes. */
function isApostrophe(line: string, start: number, at: number): boolean {
  return at > start && line[start] !== "-" && /[a-z]/i.test(line[at - 1] ?? "");
}

/** In double quotes a backslash escapes one. */
function closingQuote(line: string, at: number, quote: "'" | '"'): number {
  if (quote === "'") return line.indexOf(quote, at + 1);
  for (let next = at + 1; next < line.length; next += 1) {
    if (line[next] === "\\") next += 1;
    else if (line[next] === quote) return next;
  }
  return -1;
}

function betweenAt(line: string, at: number): string {
  let end = at;
  while (end < line.length && isBetween(line[end] ?? "")) end += 1;
  return line.slice(at, end);
}

function isBetween(char: string): boolean {
  return /[\s;|()`]/.test(char);
}
