import { stripVTControlCharacters } from "node:util";
import type { Bytes } from "../../analysis/units.ts";

const mostBytes: Bytes = 16 * 1024;
const mostLines = 20;

/** The end of what a program wrote, to be shown if it fails. */
export class LastLines {
  #kept = Buffer.alloc(0);

  add(bytes: Uint8Array): void {
    this.#kept = Buffer.concat([this.#kept, bytes]).subarray(-mostBytes);
  }

  get last(): readonly string[] {
    const lines = stripVTControlCharacters(this.#kept.toString()).split(/\r?\n/);
    return lines.filter((line) => line.trim() !== "").slice(-mostLines);
  }
}
