import type { Bytes } from "./units.ts";

const megabyte: Bytes = 1024 * 1024;

/** For a text: three digits, two of what is less than 1 MB. */
export function inMegabytes(bytes: Bytes): number {
  return Number((bytes / megabyte).toPrecision(bytes < megabyte ? 2 : 3));
}
