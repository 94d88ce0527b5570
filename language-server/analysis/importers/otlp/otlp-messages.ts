import { budget } from "../../budget.ts";
import { UserError } from "../../user-error.ts";
import type { JsonObject } from "../json-values.ts";

type Kind = "number" | "fixed64" | "text" | Message;

interface Field {
  /** As in OTLP's JSON. */
  readonly name: string;
  readonly kind: Kind;
  readonly isList: boolean;
}

interface Message {
  readonly fields: ReadonlyMap<number, Field>;
}

const one = (name: string, kind: Kind): Field => ({ name, kind, isList: false });
const many = (name: string, kind: Kind): Field => ({ name, kind, isList: true });

function message(fields: Readonly<Record<number, Field>>): Message {
  return { fields: new Map(Object.entries(fields).map(([number, field]) => [Number(number), field])) };
}

const anyValue = message({ 1: one("stringValue", "text"), 3: one("intValue", "number") });
const valueType = message({ 1: one("typeStrindex", "number"), 2: one("unitStrindex", "number") });
const sample = message({
  1: one("stackIndex", "number"),
  2: many("attributeIndices", "number"),
  4: many("values", "number"),
  5: many("timestampsUnixNano", "fixed64"),
});
const profile = message({
  1: one("sampleType", valueType),
  2: many("samples", sample),
  4: one("durationNano", "number"),
  5: one("periodType", valueType),
  6: one("period", "number"),
});
const keyValue = message({ 1: one("key", "text"), 2: one("value", anyValue) });
const resourceProfiles = message({
  1: one("resource", message({ 1: many("attributes", keyValue) })),
  2: many("scopeProfiles", message({ 2: many("profiles", profile) })),
});
const mapping = message({ 1: one("memoryStart", "number"), 2: one("memoryLimit", "number"), 4: one("filenameStrindex", "number") });
const line = message({ 1: one("functionIndex", "number"), 2: one("line", "number"), 3: one("column", "number") });
const location = message({ 1: one("mappingIndex", "number"), 2: one("address", "number"), 3: many("lines", line) });
const functions = message({ 1: one("nameStrindex", "number"), 3: one("filenameStrindex", "number"), 4: one("startLine", "number") });
const attribute = message({ 1: one("keyStrindex", "number"), 2: one("value", anyValue) });
const dictionary = message({
  1: many("mappingTable", mapping),
  2: many("locationTable", location),
  3: many("functionTable", functions),
  5: many("stringTable", "text"),
  6: many("attributeTable", attribute),
  7: many("stackTable", message({ 1: many("locationIndices", "number") })),
});
/** `ProfilesData` of opentelemetry-proto 1.10, and the request that carries it, have the same fields. */
const profilesData = message({ 1: many("resourceProfiles", resourceProfiles), 2: one("dictionary", dictionary) });

const [varint, fixed64, delimited, fixed32] = [0, 1, 2, 5];

/** OTLP's profiles in protobuf as the objects of its JSON form, without the fields that nothing here reads. Throws a UserError for damaged bytes. */
export function profilesDataOf(bytes: Uint8Array): JsonObject {
  return new MessageReader(bytes).read(profilesData, bytes.length);
}

class MessageReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #messages = 0;
  #numbers = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read({ fields }: Message, end: number): JsonObject {
    if (++this.#messages > budget.messages) throw new UserError("profile.tooManyObjects", { limit: budget.messages });
    const read: Record<string, unknown> = {};
    while (this.#at < end) {
      const key = this.#varint(end);
      const [field, wire] = [fields.get(Math.floor(key / 8)), key % 8];
      const until = this.#endOf(wire, end);
      if (field !== undefined) this.#add(read, field, wire, until);
      this.#at = until;
    }
    return read;
  }

  /** Where the value ends; the reader stands at its first byte then. */
  #endOf(wire: number, end: number): number {
    let until = this.#at;
    if (wire === delimited) until = this.#varint(end) + this.#at;
    else if (wire === fixed64) until += 8;
    else if (wire === fixed32) until += 4;
    else if (wire === varint) {
      while ((this.#bytes[until] as number) > 127) until++;
      until++;
    } else throw new UserError("otlp.damaged");
    if (!(until <= end)) throw new UserError("otlp.damaged");
    return until;
  }

  #add(read: Record<string, unknown>, { name, kind, isList }: Field, wire: number, until: number): void {
    const list = isList ? ((read[name] ??= []) as unknown[]) : [];
    if (kind === "text") list.push(this.#text(until));
    else if (typeof kind === "object") list.push(this.read(kind, until));
    else
      while (this.#at < until) {
        if (++this.#numbers > budget.numbers) throw new UserError("profile.tooManyValues", { limit: budget.numbers });
        list.push(kind === "fixed64" ? this.#skipped(8) : wire === fixed64 ? this.#skipped(8) : this.#signed(until));
      }
    if (!isList) read[name] = list.at(-1);
  }

  /** Times of samples are counted, not read. */
  #skipped(length: number): number {
    this.#at += length;
    return 0;
  }

  /** Negative numbers are stored in two's complement. */
  #signed(end: number): number {
    const value = this.#varint(end);
    return value >= 2 ** 63 ? value - 2 ** 64 : value;
  }

  #varint(end: number): number {
    let value = 0;
    for (let scale = 1; this.#at < end; scale *= 128) {
      const byte = this.#bytes[this.#at++] as number;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new UserError("otlp.damaged");
  }

  /** UTF-8, of which most texts are ASCII. */
  #text(until: number): string {
    const bytes = this.#bytes.subarray(this.#at, until);
    this.#at = until;
    if (bytes.every((byte) => byte < 128)) return latin1(bytes);
    try {
      return decodeURIComponent([...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
    } catch {
      return latin1(bytes);
    }
  }
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
