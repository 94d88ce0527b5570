const beyondLatin1 = /[^\0-\xff]/;
/** With the backslashes before it: after an odd number of them the letter is an escape that JSON does not have. */
const eachBeyond = /(\\*)([^\0-\xff])/g;

/**
 * A piece of JSON that means the same with letters of Latin-1 alone: V8 keeps a text with two bytes for each of its letters if one letter
 * needs them.
 */
export function oneByteJson(piece: string): string {
  if (!beyondLatin1.test(piece)) return piece;
  const escaped = piece.replace(eachBeyond, (whole, backslashes: string, letter: string) =>
    backslashes.length % 2 === 1 ? whole : `${backslashes}\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  // V8 makes a text of what was replaced in one with two bytes per letter like that one.
  return beyondLatin1.test(escaped) ? escaped : Buffer.from(escaped, "latin1").toString("latin1");
}
