import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { reasonOf } from "../../analysis/failure-reason.ts";
import type { Bytes } from "../../analysis/units.ts";
import { readUnlinked } from "../../history/regular-file.ts";
import { lookAt } from "../../platform/private/ours.ts";
import { ourSurroundings } from "../../platform/private/state-path.ts";
import { ifRefused, isRefusal } from "../../platform/refusals.ts";
import type { CommandText } from "../../texts/command-text.ts";

/** Why a client's configuration is left as it is, for the user to fix. */
export class SetupProblem extends Error {
  override readonly name = "SetupProblem";
  readonly coded: CommandText;

  constructor(coded: CommandText, options?: ErrorOptions) {
    super(coded.code, options);
    this.coded = coded;
  }
}

const largest: Bytes = 4 * 1024 * 1024;
const permissions = 0o777;

/** A client's configuration as it was read; `text` is undefined if there is none. */
export interface ConfigFile {
  readonly file: string;
  readonly text: string | undefined;
  readonly mode: number | undefined;
}

/** Throws a SetupProblem for a file that is linked or another user's, in a linked folder, not UTF-8, or too large. */
export async function readConfig(file: string, uid = ourSurroundings().uid): Promise<ConfigFile> {
  const folder = await lookAt(path.dirname(file));
  if (folder?.isSymbolicLink() === true) throw refused("linkedFolder", { file, folder: path.dirname(file) });
  const found = await lookAt(file);
  if (found === undefined) return { file, text: undefined, mode: undefined };
  if (found.isSymbolicLink()) throw refused("linked", { file });
  if (!found.isFile() || found.size > largest) throw refused("oddFile", { file, megabytes: largest / 1024 / 1024 });
  if (uid !== undefined && found.uid !== uid) throw refused("otherUser", { file });
  const bytes = await readUnlinked(file, largest).catch((error: unknown) => {
    throw unusable(error, file);
  });
  if (bytes === undefined) throw refused("oddFile", { file, megabytes: largest / 1024 / 1024 });
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { file, text, mode: found.mode & permissions };
  } catch (error) {
    throw refused("notText", { file }, error);
  }
}

/** Puts a text in its place at once, with the mode that the file had; removes the file if there is to be none. Throws a SetupProblem. */
export async function writeConfig(read: ConfigFile, text: string | undefined): Promise<void> {
  const { file } = read;
  if ((await readConfig(file)).text !== read.text) throw refused("changed", { file });
  try {
    if (text === undefined) return await rm(file);
    await makeFolder(path.dirname(file));
    const temporary = `${file}.${randomUUID()}.tmp`;
    try {
      await using handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
      if (read.mode !== undefined) await handle.chmod(read.mode);
      await handle.writeFile(text);
      await handle.sync();
      await handle.close();
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    throw unusable(error, file);
  }
}

/** The client's own folder, but not the one that the project or the user's home should be. */
async function makeFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(ifRefused)) === undefined) await mkdir(folder);
}

type Reason = "linked" | "linkedFolder" | "oddFile" | "otherUser" | "notText" | "changed";

function refused(reason: Reason, values: CommandText["values"], cause?: unknown): SetupProblem {
  return new SetupProblem({ code: `command.agentSetup.${reason}`, values }, { cause });
}

function unusable(error: unknown, file: string): unknown {
  if (!isRefusal(error)) return error;
  return new SetupProblem({ code: "command.agentSetup.unusable", values: { file, reason: reasonOf(error) } }, { cause: error });
}
