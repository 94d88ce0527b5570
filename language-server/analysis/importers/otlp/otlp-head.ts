import { numberAt } from "../pprof/pprof-head.ts";

const [mappings, locations, links, tables] = [1, 2, 4, 7];

/**
 * Whether a file can be OTLP's profiles, by its first bytes (as latin-1 text): lists of profiles (field 1), whose first part is a resource or
 * scopes, or the dictionary (field 2), whose tables have several entries. pprof's fields 1 and 2 hold numbers, or one list of each kind.
 */
export function beginsAsOtlp(head: string): boolean {
  const first = delimitedAt(head, 0);
  if (first === undefined) return false;
  if (first.field === 1) {
    const inner = delimitedAt(head, first.start);
    return inner !== undefined && inner.field <= 3 && inner.end <= first.end && hasOnly(head, first.end, [1, 2]);
  }
  return first.field === 2 && isDictionary(head, first.start, first.end) && hasOnly(head, first.end, [1, 2]);
}

function isDictionary(head: string, start: number, end: number): boolean {
  const counts = new Map<number, number>();
  for (let at = start; at < Math.min(end, head.length);) {
    const entry = delimitedAt(head, at);
    if (entry === undefined) return at + 10 > head.length && hasTables(counts);
    if (entry.field > tables || entry.end > end) return false;
    counts.set(entry.field, (counts.get(entry.field) ?? 0) + 1);
    at = entry.end;
  }
  return hasTables(counts);
}

function hasTables(counts: ReadonlyMap<number, number>): boolean {
  return [...counts.keys()].some((field) => field >= links) || [mappings, locations].some((field) => (counts.get(field) ?? 0) > 1);
}

/** Whether no other field follows, as far as the head goes. */
function hasOnly(head: string, start: number, fields: readonly number[]): boolean {
  for (let at = start; at < head.length;) {
    const next = delimitedAt(head, at);
    if (next === undefined) return at + 10 > head.length;
    if (!fields.includes(next.field)) return false;
    at = next.end;
  }
  return true;
}

interface Delimited {
  readonly field: number;
  readonly start: number;
  readonly end: number;
}

/** Undefined if another kind of value begins there, or the head ends. */
function delimitedAt(head: string, at: number): Delimited | undefined {
  const key = head.charCodeAt(at);
  if (!(key < 128) || key % 8 !== 2) return undefined;
  const length = numberAt(head, at + 1);
  return length && { field: Math.floor(key / 8), start: length.end, end: length.end + length.value };
}
