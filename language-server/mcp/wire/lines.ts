import type { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { Bytes } from "../../analysis/units.ts";

/** Longer messages are refused, and read to their end without being kept. */
const longestLine: Bytes = 1_000_000;

/** Of a longer one so much of either end is kept, as its id is there. */
const keptEnd: Bytes = 300;

const newline = 10;

/**
 * Calls `line` for each line, and `tooLong` for one that is longer than allowed, with its beginning and its end; then `ended` once: the other side has closed the stream, or it broke.
 */
export function readLines(
  input: Readable,
  { line, tooLong, ended }: { readonly line: (text: string) => void; readonly tooLong: (ends: string) => void; readonly ended: () => void },
): void {
  let parts: Buffer[] = [];
  let length = 0;
  let isOver = false;
  let ends = Buffer.alloc(0);

  function finish(): void {
    if (isOver) tooLong(ends.toString());
    else if (length > 0) line(new StringDecoder("utf8").end(Buffer.concat(parts)));
    [parts, length, isOver, ends] = [[], 0, false, Buffer.alloc(0)];
  }

  function keep(part: Buffer): void {
    length += part.length;
    isOver ||= length > longestLine;
    if (!isOver) return void parts.push(part);
    const all = Buffer.concat([ends.length === 0 ? Buffer.concat(parts) : ends, part]);
    ends = Buffer.concat([all.subarray(0, keptEnd), all.subarray(keptEnd).subarray(-keptEnd)]);
    parts = [];
  }

  input.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end));
      finish();
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  });
  let hasEnded = false;
  const end = (): void => {
    if (!hasEnded) ended();
    hasEnded = true;
  };
  for (const event of ["end", "close", "error"]) input.once(event, end);
}

/** Writes messages, one a line; a reader that is gone is no error, as the input then ends, too. */
export function lineWriter(output: Writable): (message: object) => void {
  output.on("error", () => undefined);
  return (message) => {
    if (output.writable) output.write(`${JSON.stringify(message)}\n`);
  };
}
