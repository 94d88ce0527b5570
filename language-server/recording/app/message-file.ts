import { open } from "node:fs/promises";
import type { Bytes } from "../../analysis/units.ts";
import type { ChannelMessage } from "../in-app/channel-protocol.ts";

const pieceSize: Bytes = 1 << 16;

/** A file to which a thread of the app adds messages, one a line. */
export class MessageFile {
  readonly #file: string;
  #read: Bytes = 0;
  /** Of a line that is not complete yet. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
  }

  /** The messages that have been added. */
  async readOn(): Promise<readonly ChannelMessage[]> {
    await using file = await open(this.#file);
    const pieces: Buffer[] = [this.#rest];
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceSize), 0, pieceSize, this.#read);
      if (bytesRead === 0) break;
      this.#read += bytesRead;
      pieces.push(buffer.subarray(0, bytesRead));
    }
    const all = Buffer.concat(pieces);
    const end = all.lastIndexOf(0x0a) + 1;
    this.#rest = all.subarray(end);
    const lines = all.toString("utf8", 0, end).split("\n");
    return lines.flatMap((line) => (line === "" ? [] : [JSON.parse(line) as ChannelMessage]));
  }
}
