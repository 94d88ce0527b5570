import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Bytes } from "../../analysis/units.ts";
import { ifRefused } from "../refusals.ts";

/** Node alone is larger than the first, and no application larger than the second is read. */
const [smallest, largest]: readonly [Bytes, Bytes] = [40 * 1024 * 1024, 1024 * 1024 * 1024];
const pieceSize: Bytes = 4 * 1024 * 1024;

/** What the tools that make single executables set in a copy of Node (https://nodejs.org/api/single-executable-applications.html). */
const fuse = Buffer.from("NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1");
/** Where the sources of that Node are: the only thing in the file that shows its version. */
const release = /nodejs\.org\/download\/release\/v(\d+)\./;
const longest = 100;

/** Major version of the Node in a single executable application; undefined for any other file, 0 if the file does not show it. */
export async function singleExecutableNode(file: string): Promise<number | undefined> {
  try {
    const { size } = await stat(file);
    if (size < smallest || size > largest) return undefined;
    let [isSet, major] = [false, 0];
    let rest = Buffer.alloc(0);
    for await (const piece of createReadStream(file, { highWaterMark: pieceSize }) as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([rest, piece]);
      isSet ||= bytes.includes(fuse);
      const at = major === 0 ? bytes.indexOf("nodejs.org/download/release/v") : -1;
      if (at !== -1) major = Number(release.exec(bytes.toString("latin1", at, at + longest))?.[1] ?? 0);
      if (isSet && major > 0) return major;
      rest = bytes.subarray(-longest);
    }
    return isSet ? major : undefined;
  } catch (error) {
    // Starting it will fail, and say why.
    return ifRefused(error);
  }
}
