/** Text of pure ASCII (or Latin-1) bytes. V8's log escapes everything else. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let from = start; from < end; from += 8192) {
    text += String.fromCharCode.apply(null, bytes.subarray(from, Math.min(end, from + 8192)) as unknown as number[]);
  }
  return text;
}

const codedEscape = /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4}))/g;

/** Undoes the escapes of V8's log (`\x2C`, `\u20ac`, `\n`, `\\`); a broken escape stays as it is. See v8/src/logging/log-utils.cc. */
export function unescaped(text: string): string {
  // Sources are long, and full of line ends and commas: what has no callback is quick.
  return text.includes("\\") ? text.split("\\\\").map(withoutBackslashes).join("\\") : text;
}

function withoutBackslashes(text: string): string {
  if (!text.includes("\\")) return text;
  const plain = text.replaceAll("\\n", "\n").replaceAll("\\x2C", ",");
  return plain.includes("\\") ? plain.replace(codedEscape, characterOf) : plain;
}

function characterOf(_whole: string, byte: string | undefined, unit: string | undefined): string {
  return String.fromCharCode(Number.parseInt(byte ?? unit ?? "", 16));
}

/** Names of functions come as UTF-8 bytes, one escape each, where other strings come as UTF-16: puts the former together again. */
export function utf8Mended(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replace(/[%\x80-\xff]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`));
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
