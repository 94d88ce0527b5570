import type { NaiveStack } from "./naive-stacks.ts";

interface Field {
  readonly number: number;
  readonly value: number;
  readonly bytes: Uint8Array;
}

/** Fields of a message of protocol buffers, whose numbers are all varints in pprof. */
function fieldsOf(bytes: Uint8Array): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const isBytes = tag % 8 === 2;
    const value = varint();
    if (isBytes) at += value;
    fields.push({ number: Math.floor(tag / 8), value, bytes: isBytes ? bytes.subarray(at - value, at) : new Uint8Array() });
  }
  return fields;
}

/** A list of numbers, packed or not. */
function numbersOf(fields: readonly Field[], number: number): readonly number[] {
  return fields
    .filter((field) => field.number === number)
    .flatMap(({ value, bytes }) => {
      if (bytes.length === 0) return [value];
      const list: number[] = [];
      for (let at = 0; at < bytes.length;) {
        let one = 0;
        for (let factor = 1, more = true; more; factor *= 128) {
          const byte = bytes[at++] ?? 0;
          one += (byte & 127) * factor;
          more = byte >= 128;
        }
        list.push(one);
      }
      return list;
    });
}

function first(fields: readonly Field[], number: number): number {
  return numbersOf(fields, number)[0] ?? 0;
}

/** Datadog's names, in V8's words: functions without a name, and garbage collection, which it puts below a frame of its own. */
function plainNames(frames: readonly string[]): readonly string[] {
  const plain = frames.map((name) => (/^\(anonymous:L#\d+/.test(name) ? "" : name === "Garbage Collection" ? "(garbage collector)" : name));
  return plain.filter((name) => name !== "Node.js");
}

/** The values of one sample type (profile.proto: 1 types, 2 samples, 4 locations, 5 functions, 6 texts). */
export function naivePprof(bytes: Uint8Array, type: string): readonly NaiveStack[] {
  const profile = fieldsOf(bytes);
  const all = (number: number): readonly (readonly Field[])[] =>
    profile.filter((field) => field.number === number).map((field) => fieldsOf(field.bytes));
  const texts = profile.filter(({ number }) => number === 6).map((field) => new TextDecoder().decode(field.bytes));
  const column = all(1).findIndex((fields) => texts[first(fields, 1)] === type);
  const names = new Map(all(5).map((fields) => [first(fields, 1), texts[first(fields, 2)] ?? ""]));
  const lines = new Map(
    all(4).map((fields) => [
      first(fields, 1),
      // Inlined functions come before the one that they are in.
      fields.filter(({ number }) => number === 4).map((line) => names.get(first(fieldsOf(line.bytes), 1)) ?? ""),
    ]),
  );
  return all(2).map((fields) => ({
    frames: plainNames(
      numbersOf(fields, 1)
        .flatMap((location) => lines.get(location) ?? [])
        .toReversed(),
    ),
    worth: numbersOf(fields, 2)[column] ?? 0,
  }));
}
