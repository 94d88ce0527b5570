/** Field numbers of profile.proto's `Profile`: messages and texts are length-delimited, the rest are numbers; comments may be either. */
const lengthFields = new Set([1, 2, 3, 4, 5, 6, 11, 13]);
const numberFields = new Set([7, 8, 9, 10, 12, 13, 14, 15]);
const [numberType, lengthType] = [0, 2];
/** Maximum length of a number in bytes. */
const longestNumber = 10;

/**
 * Whether a file can be a pprof profile, by the fields in its first bytes (as latin-1 text). Writers begin with different ones: Go's with
 * the period, Google's for C++ with the strings.
 */
export function beginsAsPprof(head: string): boolean {
  let at = 0;
  let fields = 0;
  while (at < head.length) {
    const tag = numberAt(head, at);
    if (tag === undefined) return fields > 0 && at + longestNumber > head.length;
    const field = Math.floor(tag.value / 8);
    const type = tag.value % 8;
    const isField = type === lengthType ? lengthFields.has(field) : type === numberType && numberFields.has(field);
    if (!isField) return false;
    const number = numberAt(head, tag.end);
    if (number === undefined) return fields > 0 && tag.end + longestNumber > head.length;
    at = type === lengthType ? number.end + number.value : number.end;
    fields++;
  }
  return fields > 1;
}

/** A base-128 number, lowest digits first; undefined if it has no end. */
export function numberAt(text: string, start: number): { readonly value: number; readonly end: number } | undefined {
  let value = 0;
  for (let at = start, factor = 1; at < Math.min(text.length, start + longestNumber); at++, factor *= 128) {
    const byte = text.charCodeAt(at);
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return undefined;
}
