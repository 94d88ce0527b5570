import type { CommandText } from "../../texts/command-text.ts";
import { stripVTControlCharacters } from "node:util";
import type { Bytes } from "../../analysis/units.ts";

const mostBytes: Bytes = 16 * 1024;
const mostFirstLines = 6;
const mostLastLines = 14;

/** What is shown of a program that fails: the end of what it wrote, and its first lines, as npm begins with the reason and ends with its usage. */
export class LastLines {
  #first = Buffer.alloc(0);
  #kept = Buffer.alloc(0);
  #written: Bytes = 0;

  add(bytes: Uint8Array): void {
    if (this.#first.length < mostBytes) this.#first = Buffer.concat([this.#first, bytes]).subarray(0, mostBytes);
    this.#kept = Buffer.concat([this.#kept, bytes]).subarray(-mostBytes);
    this.#written += bytes.length;
  }

  /** At most 20 lines, and "…" for what is left out between them. */
  get last(): readonly string[] {
    const [first, last] = [linesOf(this.#first), linesOf(this.#kept)];
    if (this.#written <= mostBytes && last.length <= mostFirstLines + mostLastLines) return last;
    return [...first.slice(0, mostFirstLines), "…", ...last.slice(-mostLastLines)];
  }
}

function linesOf(bytes: Buffer): readonly string[] {
  return stripVTControlCharacters(bytes.toString())
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
}

/** Why two versions cannot be run side by side, which the user can fix. `output`: the last lines of what failed. */
export class CheckoutError extends Error {
  override readonly name = "CheckoutError";
  readonly coded: CommandText;
  readonly output: readonly string[];

  constructor(coded: CommandText, output: readonly string[] = [], options?: ErrorOptions) {
    super(coded.code, options);
    this.coded = coded;
    this.output = output;
  }
}
