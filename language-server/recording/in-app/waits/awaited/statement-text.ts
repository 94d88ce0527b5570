const longest = 200;

/**
 * A statement of SQL as it may be shown: strings, numbers and comments are replaced, white space is joined, lists of placeholders are
 * shortened, and it is cut after 200 characters. Its own placeholders stay.
 */
export function statementText(statement: string): string {
  const masked = statement
    .slice(0, 20 * longest)
    .replaceAll(
      /'(?:[^'\\]|''|\\.)*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|"(?:[^"\\]|""|\\.)*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
      (found) => (found.startsWith("--") || found.startsWith("/*") ? " " : isQuotedName(found) ? found : "?"),
    )
    .replaceAll(/(?<![\w$?:@.])[-+]?(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e[-+]?\d+)?)\b/gi, "?")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\(\s*(?:\?|\$\d+)(?:\s*,\s*(?:\?|\$\d+))+\s*\)(?:\s*,\s*\((?:[?$\d,\s]+)\))*/g, "(?, …)")
    .trim();
  return masked.length > longest ? `${masked.slice(0, longest - 1)}…` : masked;
}

/** In standard SQL names are in double quotes; in MySQL strings may be, and these rarely look like a name. */
function isQuotedName(quoted: string): boolean {
  return /^"[a-z_]\w{0,40}"$/i.test(quoted) && !/\d{3}/.test(quoted);
}
