import { constants } from "node:fs";
import * as v from "valibot";
import type { Bytes } from "../../analysis/units.ts";
import { openRegular, jsonOf } from "../../history/regular-file.ts";
import type { ChannelMessage } from "../in-app/channel/channel-protocol.ts";
import { ifUnreadable, processReportSchema } from "./report-schema.ts";

const pieceSize: Bytes = 1 << 16;

/** Whoever can write to the app's reports can write such a line. */
const messageSchema = v.custom<ChannelMessage>((given) => {
  if (typeof given !== "object" || given === null || !("kind" in given)) return false;
  return given.kind !== "process" || ("report" in given && v.is(processReportSchema, given.report));
});

/** A file to which a thread of the app adds messages, one a line. */
export class MessageFile {
  readonly #file: string;
  #read: Bytes = 0;
  /** Of a line that is not complete yet. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
  }

  /** The messages that have been added. What is no message is left out, as is what is no file. Rejects if it is missing. */
  async readOn(): Promise<readonly ChannelMessage[]> {
    const opened = await openRegular(this.#file, constants.O_NOFOLLOW ?? 0).catch(ifUnreadable);
    if (opened === undefined) return [];
    await using file = opened.handle;
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
    return lines.flatMap((line) => jsonOf(line, messageSchema) ?? []);
  }
}
