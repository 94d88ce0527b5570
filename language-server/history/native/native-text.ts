import type { TextOf } from "../../analysis/importers/v8-log.ts";

/** Strings as Node makes them: a source's in a small part of the time. */
export const nativeText: TextOf = (units) =>
  Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString(units instanceof Uint16Array ? "utf16le" : "latin1");
