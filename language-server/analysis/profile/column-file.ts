import { budget, checkJson } from "../budget.ts";
import type { CodedText } from "../../texts/coded-text.ts";
import { UserError } from "../user-error.ts";

/**
 * Format of a run's binary files: magic, version, length of the JSON header (each u32, little-endian), the header in UTF-16, then the columns
 * at multiples of eight bytes. Columns are little-endian, as on every machine that VS Code supports.
 */
export type Column = Int32Array | Uint8Array | Float64Array;

/** Takes one column after the other. */
export type ColumnReader = ReturnType<typeof columnReader>;

const prelude = 12;
const largestCount = 0x7fff_ffff;

export function encodeColumns(
  { magic, version }: { readonly magic: number; readonly version: number },
  header: object,
  columns: readonly Column[],
): Uint8Array {
  const text = encodeText(JSON.stringify(header));
  let size = aligned(prelude + text.length);
  for (const column of columns) size += aligned(column.byteLength);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, version, true);
  view.setUint32(8, text.length, true);
  bytes.set(text, prelude);
  let offset = aligned(prelude + text.length);
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), offset);
    offset += aligned(column.byteLength);
  }
  return bytes;
}

/** Throws a UserError for another kind of file, or one that is cut short. The header must still be checked, and `columns.end` called. */
export function openColumns(file: Uint8Array, magic: number) {
  // A plain Uint8Array: `slice` of a Node Buffer shares memory, `slice` of an array copies.
  const bytes = new Uint8Array(file.buffer as ArrayBuffer, file.byteOffset, file.byteLength);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < prelude || view.getUint32(0, true) !== magic) throw odd({ code: "samples.notSamples" });
  const headerLength = view.getUint32(8, true);
  return {
    version: view.getUint32(4, true),
    get header(): object {
      if (headerLength > bytes.length - prelude) throw odd({ code: "samples.cutShort" });
      if (headerLength > budget.header) throw odd({ code: "samples.badHeader" });
      return readHeader(bytes.subarray(prelude, prelude + headerLength));
    },
    /** Parts of the file's bytes, if these are aligned: copies of a long run's would be as much memory again. */
    get columns() {
      return columnReader(bytes, aligned(prelude + headerLength));
    },
  };
}

export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= largestCount;
}

export function odd(reason: CodedText, cause?: unknown): UserError {
  return new UserError("samples.unreadable", { reason }, { cause });
}

function readHeader(bytes: Uint8Array): object {
  const text = decodeText(bytes);
  let header: unknown;
  try {
    checkJson(text);
    header = JSON.parse(text);
  } catch (error) {
    throw odd({ code: "samples.badHeader" }, error);
  }
  if (typeof header !== "object" || header === null) throw odd({ code: "samples.headerNotObject" });
  return header;
}

/** UTF-16 preserves names exactly, even malformed ones. */
function encodeText(text: string): Uint8Array {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index++) units[index] = text.charCodeAt(index);
  return new Uint8Array(units.buffer);
}

function decodeText(bytes: Uint8Array): string {
  if (bytes.length % 2 !== 0) throw odd({ code: "samples.headerCutShort" });
  const units = new Uint16Array(bytes.slice().buffer);
  let text = "";
  // Spreading takes ten times as long.
  for (let start = 0; start < units.length; start += 8192)
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(start, start + 8192));
  return text;
}

function columnReader(bytes: Uint8Array<ArrayBuffer>, start: number) {
  let offset = start;
  const skip = (size: number): void => {
    if (offset + size > bytes.length) throw odd({ code: "samples.cutShort" });
    offset += aligned(size);
  };
  const take = (size: number): Uint8Array<ArrayBuffer> => {
    const from = offset;
    skip(size);
    const part = bytes.subarray(from, from + size);
    // A file's bytes may be at any offset of a shared buffer.
    return part.byteOffset % 8 === 0 ? part : part.slice();
  };
  return {
    int32: (length: number) => {
      const { buffer, byteOffset } = take(length * 4);
      return new Int32Array(buffer, byteOffset, length);
    },
    uint8: take,
    float64: (length: number) => {
      const { buffer, byteOffset } = take(length * 8);
      return new Float64Array(buffer, byteOffset, length);
    },
    skip,
    end: () => {
      if (offset !== bytes.length) throw odd({ code: "samples.tooLong" });
    },
  };
}

function aligned(size: number): number {
  return Math.ceil(size / 8) * 8;
}
