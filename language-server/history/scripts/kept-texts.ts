import { createHash } from "node:crypto";
import type { Bytes } from "../../analysis/units.ts";
import { totalLimit } from "./script-files.ts";

/** Texts by their SHA-256 (hex), up to a limit in total. */
export class KeptTexts {
  readonly texts = new Map<string, string>();
  /** How many were beyond the limit. */
  leftOut = 0;
  #bytes: Bytes = 0;

  /** Its hash, or "" beyond the limit. */
  keep(text: string): string {
    const hash = createHash("sha256").update(text).digest("hex");
    if (this.texts.has(hash)) return hash;
    const size = Buffer.byteLength(text);
    if (this.#bytes + size > totalLimit) {
      this.leftOut += 1;
      return "";
    }
    this.#bytes += size;
    this.texts.set(hash, text);
    return hash;
  }
}
