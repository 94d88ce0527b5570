import type { FileHandle } from "node:fs/promises";
import type { SharedLibrary } from "../../analysis/tick-log/tick-log-decoder.ts";
import { isTouchable } from "../../platform/paths.ts";
import { openRegular } from "../regular-file.ts";
import { readableSymbol } from "../../analysis/tick-log/symbol-names.ts";
import { ifRefused } from "../../platform/refusals.ts";
import { madeOnce } from "../../analysis/collections.ts";

/** Larger symbol tables would take too long to read. */
const largestTable = 512 * 1024 * 1024;
const symbolSize = 24;
/** The largest page size of any machine: a library's end in memory is rounded up to a page. */
const largestPage = 65_536;

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

/** The executable part of a library: its start as an address in the file, and its end as an offset. */
interface Code {
  /** Address of the file's first byte. */
  readonly address: number;
  readonly end: number;
}

/** Function symbols of a library, by addresses in its file. */
interface SymbolTable {
  readonly addresses: Float64Array;
  readonly ends: Float64Array;
  /** Offset of each name in the file. */
  readonly names: Float64Array;
  readonly code: Code;
  /** A program at a fixed address is not relocated. */
  readonly isFixed: boolean;
  /** Names by address, "" if none: an app's processes and repeated readings ask for the same ones. */
  readonly known: Map<number, string>;
}

/** Symbol tables by library, shared by an app's processes and runs. Undefined if a file has none that can be read. */
const tables = new Map<string, Promise<SymbolTable | undefined>>();

/**
 * Names of native code addresses, from the symbol tables of ELF files (Linux; Node's official builds keep theirs) of the libraries listed
 * in the log. Leaves out addresses without a symbol, and libraries whose file size differs from what ran.
 */
export async function nativeNames(libraries: readonly SharedLibrary[], addresses: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  for (const path of new Set(libraries.map((library) => library.path))) {
    const own = libraries.filter((library) => library.path === path);
    const inside = addresses.filter((address) => own.some(({ start, end }) => address >= start && address < end));
    if (inside.length === 0 || !path.startsWith("/")) continue;
    const symbols = await madeOnce(tables, path, () => readTable(path));
    const start = Math.min(...own.map((library) => library.start));
    const length = Math.max(...own.map((library) => library.end)) - start;
    if (symbols === undefined || Math.abs(length - symbols.code.end) >= largestPage) continue;
    const moved = symbols.isFixed ? 0 : start - symbols.code.address;
    const asked = inside.map((address) => address - moved);
    await readNames(path, symbols, asked);
    for (const address of asked) {
      const name = symbols.known.get(address) ?? "";
      if (name !== "") names.set(address + moved, name);
    }
  }
  return names;
}

/**
 * Undefined if the file is missing, is not a 64-bit little-endian ELF file, or has no symbols. The log is untrusted: it may name a pipe or
 * device, whose reading would never end.
 */
async function readTable(path: string): Promise<SymbolTable | undefined> {
  const opened = isTouchable(path) ? await openRegular(path).catch(ifRefused) : undefined;
  if (opened === undefined) return undefined;
  await using file = opened.handle;
  const header = await read(file, 0, 64);
  if (header === undefined || header.readUInt32BE(0) !== 0x7f454c46 || header[4] !== 2 || header[5] !== 1) return undefined;
  const sections = await readSections(file, header);
  const symbols = sections.find(({ type }) => type === 2) ?? sections.find(({ type }) => type === 11);
  const strings = symbols === undefined ? undefined : sections[symbols.link];
  const code = await readCode(file, header);
  if (symbols === undefined || strings === undefined || code === undefined || symbols.size > largestTable) return undefined;
  const bytes = await read(file, symbols.offset, symbols.size);
  if (bytes === undefined) return undefined;
  return { ...functionsIn(bytes, strings.offset), code, isFixed: header.readUInt16LE(16) === 2, known: new Map() };
}

function functionsIn(bytes: Buffer, strings: number): Pick<SymbolTable, "addresses" | "ends" | "names"> {
  const most = Math.floor(bytes.length / symbolSize);
  const [addresses, ends, names] = [new Float64Array(most), new Float64Array(most), new Float64Array(most)];
  let count = 0;
  for (let at = 0; at < most * symbolSize; at += symbolSize) {
    const address = unsigned64(bytes, at + 8);
    if (((bytes[at + 4] as number) & 15) !== 2 || address === 0) continue;
    addresses[count] = address;
    ends[count] = address + unsigned64(bytes, at + 16);
    names[count++] = strings + bytes.readUInt32LE(at);
  }
  return { addresses: addresses.slice(0, count), ends: ends.slice(0, count), names: names.slice(0, count) };
}

async function readSections(file: FileHandle, header: Buffer): Promise<Section[]> {
  const count = header.readUInt16LE(60);
  const bytes = await read(file, unsigned64(header, 40), count * 64);
  if (bytes === undefined || header.readUInt16LE(58) !== 64) return [];
  return Array.from({ length: count }, (_value, row) => ({
    type: bytes.readUInt32LE(row * 64 + 4),
    offset: unsigned64(bytes, row * 64 + 24),
    size: unsigned64(bytes, row * 64 + 32),
    link: bytes.readUInt32LE(row * 64 + 40),
  }));
}

/** V8's address range of a library starts at the file's first byte and ends with its executable part. */
async function readCode(file: FileHandle, header: Buffer): Promise<Code | undefined> {
  const count = header.readUInt16LE(56);
  const bytes = await read(file, unsigned64(header, 32), count * 56);
  if (bytes === undefined) return undefined;
  let code: Code | undefined;
  for (let at = 0; at < bytes.length; at += 56) {
    const isLoaded = bytes.readUInt32LE(at) === 1;
    if (!isLoaded || (bytes.readUInt32LE(at + 4) & 1) !== 1) continue;
    const offset = unsigned64(bytes, at + 8);
    const end = Math.max(code?.end ?? 0, offset + unsigned64(bytes, at + 32));
    code = { address: code?.address ?? unsigned64(bytes, at + 16) - offset, end };
  }
  return code;
}

/** Fills in `known` for addresses in the file. */
async function readNames(path: string, symbols: SymbolTable, addresses: readonly number[]): Promise<void> {
  const wanted = Float64Array.from(new Set(addresses.filter((address) => !symbols.known.has(address)))).sort();
  if (wanted.length === 0) return;
  const rows = symbolsAt(symbols, wanted);
  // The log is untrusted, and another file may have the name by now.
  const opened = await openRegular(path);
  if (opened === undefined) return;
  await using file = opened.handle;
  const named = new Map<number, string>();
  for (let at = 0; at < wanted.length; at++) {
    const row = rows[at] as number;
    const name = row < 0 ? "" : (named.get(row) ?? (await readName(file, symbols.names[row] as number)));
    named.set(row, name);
    symbols.known.set(wanted[at] as number, name);
  }
}

async function readName(file: FileHandle, at: number): Promise<string> {
  const bytes = Buffer.alloc(512);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
  const end = bytes.indexOf(0);
  return readableSymbol(bytes.toString("latin1", 0, end < 0 ? bytesRead : end));
}

/** For each of some ascending addresses the symbol that contains it, the last to start if several do; -1 if none. */
function symbolsAt({ addresses, ends }: SymbolTable, wanted: Float64Array): Int32Array {
  const rows = new Int32Array(wanted.length).fill(-1);
  for (let symbol = 0; symbol < addresses.length; symbol++) {
    const address = addresses[symbol] as number;
    const end = ends[symbol] as number;
    for (let at = firstFrom(wanted, address); at < wanted.length && (wanted[at] as number) < end; at++) {
      const other = rows[at] as number;
      if (other < 0 || (addresses[other] as number) < address) rows[at] = symbol;
    }
  }
  return rows;
}

/** Index of the first address at or above `address`. */
function firstFrom(sorted: Float64Array, address: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < address) low = middle + 1;
    else high = middle;
  }
  return low;
}

function unsigned64(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 4_294_967_296;
}

async function read(file: FileHandle, offset: number, size: number): Promise<Buffer | undefined> {
  if (size <= 0 || size > largestTable) return undefined;
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await file.read(bytes, 0, size, offset);
  return bytesRead === size ? bytes : undefined;
}
