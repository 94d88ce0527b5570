import { readRegular } from "../history/regular-file.ts";
import type { Bytes } from "../analysis/units.ts";
import { reasonOf } from "../analysis/failure-reason.ts";
import { UsageError } from "./command.ts";

const largest: Bytes = 64 * 1024;

/** `--header "Name: value"`, and `--header @FILE` with one of them in each line, which other users cannot read as they can our arguments. */
export async function headersOf(given: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(given.map(async (text) => (text.startsWith("@") ? linesOf(text.slice(1)) : [text])));
  return texts.flat();
}

async function linesOf(file: string): Promise<readonly string[]> {
  try {
    const bytes = await readRegular(file, largest);
    if (bytes === undefined) throw new UsageError({ code: "command.oddHeaderFile", values: { file, kilobytes: largest / 1024 } });
    const lines = bytes.toString().split(/\r?\n/);
    return lines.filter((line) => line.trim() !== "");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new UsageError({ code: "command.noHeaderFile", values: { file, reason: reasonOf(error) } });
  }
}
