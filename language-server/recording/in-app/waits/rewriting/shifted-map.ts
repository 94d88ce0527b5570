/** Text that is added: where in the text before, how much, and whether it belongs to what stands before it. It has no line ends. */
export interface Insertion {
  readonly at: number;
  readonly length: number;
  readonly isClosing: boolean;
}

const comment = /^\/\/[#@] sourceMappingURL=data:application\/json[^,\n]*;base64,([A-Za-z0-9+/=]+)\s*$/m;
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * The source map that a text carries, in base64, for the text with these insertions (in ascending order); undefined if it carries none that
 * can be read. Only columns of the generated text change.
 */
export function shiftedMap(
  text: string,
  insertions: readonly Insertion[],
): { readonly before: string; readonly after: string } | undefined {
  const from = text.lastIndexOf("sourceMappingURL=data:");
  const before = from < 0 ? undefined : comment.exec(text.slice(text.lastIndexOf("\n", from) + 1))?.[1];
  if (before === undefined) return undefined;
  try {
    const map = JSON.parse(Buffer.from(before, "base64").toString()) as { mappings?: unknown };
    if (typeof map.mappings !== "string") return undefined;
    const shifted = { ...map, mappings: shiftedMappings(map.mappings, text, insertions) };
    return { before, after: Buffer.from(JSON.stringify(shifted)).toString("base64") };
  } catch {
    return undefined;
  }
}

function shiftedMappings(mappings: string, text: string, insertions: readonly Insertion[]): string {
  const lines = mappings.split(";");
  let start = 0;
  let next = 0;
  for (const [index, line] of lines.entries()) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    const first = next;
    while ((insertions[next]?.at ?? Infinity) <= end) next += 1;
    if (next > first && line !== "") lines[index] = shiftedLine(line, start, insertions.slice(first, next));
    start = end + 1;
  }
  return lines.join(";");
}

function shiftedLine(line: string, start: number, insertions: readonly Insertion[]): string {
  let [column, shown, shift, next] = [0, 0, 0, 0];
  return line
    .split(",")
    .map((segment) => {
      const { value, length } = decoded(segment);
      column += value;
      for (let each = insertions[next]; each !== undefined && isBefore(each, start + column); each = insertions[(next += 1)])
        shift += each.length;
      const delta = column + shift - shown;
      shown += delta;
      return encoded(delta) + segment.slice(length);
    })
    .join(",");
}

/** Whether what is at the offset moves. */
export function isBefore({ at, isClosing }: Insertion, offset: number): boolean {
  return at < offset || (at === offset && isClosing);
}

/** The first number of a segment, and how many digits it has. */
function decoded(segment: string): { readonly value: number; readonly length: number } {
  let [bits, length, scale] = [0, 0, 1];
  for (let isLast = false; !isLast; length += 1) {
    const digit = digits.indexOf(segment[length] ?? "");
    if (digit < 0) throw new RangeError(`Not a segment of a source map: ${segment}`);
    bits += (digit & 31) * scale;
    scale *= 32;
    isLast = digit < 32;
  }
  return { value: bits % 2 === 1 ? -(bits - 1) / 2 : bits / 2, length };
}

function encoded(value: number): string {
  let bits = value < 0 ? -value * 2 + 1 : value * 2;
  let text = "";
  do {
    const digit = bits % 32;
    bits = (bits - digit) / 32;
    text += digits[bits > 0 ? digit + 32 : digit];
  } while (bits > 0);
  return text;
}
