import { brotliDecompressSync, constants, unzipSync } from "node:zlib";
import { shortened } from "../../analysis/shortened.ts";

const longestLine = 200;
/** More than the beginning of a page decompresses to. */
const longestText = 1 << 20;

export interface BodyKind {
  /** Header `content-type`, or "". */
  readonly type: string;
  /** Header `content-encoding`, or "". */
  readonly encoding: string;
}

/**
 * The first line of a body, given its beginning, as a person reads it: of HTML the first line of its text, of JSON all of it. "" for what is
 * not text in UTF-8.
 */
export function firstLineOf(beginning: Buffer, { type, encoding }: BodyKind): string {
  const text = decompressed(beginning, encoding).toString("utf8");
  const readable = /html/i.test(type) ? textOfPage(text) : /json/i.test(type) ? text.replaceAll(/\s+/g, " ") : text;
  const line = shortened(firstOf(readable).replaceAll("\t", " "), longestLine);
  // Control characters, and what the decoder puts for bytes that it does not know.
  return /[\p{Cc}\uFFFD]/u.test(line) ? "" : line;
}

function firstOf(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.find((line) => line !== "") ?? "";
}

/** Of a body or its beginning; empty for an encoding that we do not know. */
export function decompressed(beginning: Buffer, encoding: string): Buffer {
  try {
    switch (encoding.trim().toLowerCase()) {
      case "":
      case "identity":
        return beginning;
      case "br":
        return brotliDecompressSync(beginning, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: longestText });
      case "gzip":
      case "x-gzip":
      case "deflate":
        return unzipSync(beginning, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: longestText });
      default:
        return Buffer.alloc(0);
    }
  } catch {
    // The body is not what its header says.
    return Buffer.alloc(0);
  }
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Its title only if it has no other text. */
function textOfPage(page: string): string {
  const [, title = ""] = /<title[^>]*>([^<]*)/i.exec(page) ?? [];
  const body = page
    .replace(/<head[\s>][\s\S]*?<\/head>/i, "")
    .replaceAll(/<(script|style)[\s>][\s\S]*?(?:<\/\1>|$)/gi, "")
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replaceAll(/<[^>]*(?:>|$)/g, "\n");
  return `${body}\n${title}`.replaceAll(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);
}
