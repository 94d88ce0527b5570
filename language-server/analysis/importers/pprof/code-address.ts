import type { Numeric } from "./pprof-lines.ts";

/** A file that was mapped into memory; the limit is 0 if unknown. */
interface Mapping {
  readonly memoryStart: Numeric;
  readonly memoryLimit: Numeric;
  readonly fileOffset: Numeric;
}

/** What is shown of code that has no function's name: the file that it is in, "" if unknown, and where. */
export function addressName(address: Numeric, mapping: Mapping | undefined, file: string): string {
  const base = file.replace(/^.*[\\/](?=[^\\/])/, "");
  if (BigInt(address) === 0n) return base === "" ? "[unknown]" : base;
  if (mapping === undefined || base === "") return hex(address);
  const { memoryStart, memoryLimit, fileOffset } = mapping;
  const isInside = address >= memoryStart && (BigInt(memoryLimit) === 0n || address < memoryLimit);
  return isInside ? `${base}+${hex(BigInt(address) - BigInt(memoryStart) + BigInt(fileOffset))}` : `${base} ${hex(address)}`;
}

function hex(address: Numeric): string {
  return `0x${address.toString(16)}`;
}
