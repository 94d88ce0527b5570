import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { OutputError } from "../../analysis/output-error/output-error.ts";
import type { PrintedPlace } from "../../analysis/output-error/printed-place.ts";
import type { Bytes } from "../../analysis/units.ts";
import { pathOfFileUrl } from "../../history/regular-file.ts";
import type { RunFailure } from "../../history/schema/run-failure.ts";
import { isTouchable } from "../../platform/paths.ts";

type FoundPlace = NonNullable<RunFailure["place"]>;

const largestFile: Bytes = 4 * 1024 * 1024;

/** The error that ended an app, with its place if that is in a file of this machine. `folder`: of the app, for relative paths. */
export function appFailure({ isLoading, places }: OutputError, folder: string): RunFailure {
  for (const printed of places) {
    const place = placeHere(printed, folder);
    if (place !== undefined) return { isLoading, place };
  }
  return { isLoading };
}

/** The absolute path of a place, whether there is such a file or not. */
export function fileHere({ file }: PrintedPlace, folder: string): string | undefined {
  return file.startsWith("file:") ? pathOfFileUrl(file) : path.resolve(folder, file);
}

function placeHere(printed: PrintedPlace, folder: string): FoundPlace | undefined {
  const { line, column, specifier } = printed;
  const file = fileHere(printed, folder);
  if (file === undefined || !isFile(file)) return undefined;
  return line > 0 ? { file, line, column: Math.max(1, column) } : { file, ...lineOf(file, specifier ?? "") };
}

/** The first line that names the module, as the end of a text in quotes; else the first line. */
function lineOf(file: string, specifier: string): Omit<FoundPlace, "file"> {
  const lines = specifier === "" ? [] : readFileSync(file, "utf8").split("\n");
  const named = (line: string): number => Math.max(...["'", '"', "`"].map((quote) => line.indexOf(`${specifier}${quote}`)));
  const at = lines.findIndex((line) => named(line) > 0);
  return at === -1 ? { line: 1, column: 1 } : { line: at + 1, column: named(lines[at] ?? "") + 1 };
}

function isFile(file: string): boolean {
  const found = isTouchable(file) ? statSync(file, { throwIfNoEntry: false }) : undefined;
  return found !== undefined && found.isFile() && found.size <= largestFile;
}
