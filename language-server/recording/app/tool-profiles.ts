import { constants } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Bytes, Milliseconds } from "../../analysis/units.ts";
import type { WrittenProfile } from "../../history/profiles/tool-profiles.ts";
import { mostToolProfiles } from "../../history/schema/run-schema.ts";
import { readRegular } from "../../history/regular-file.ts";
import { isTouchable } from "../../platform/paths.ts";
import { ifRefused } from "../../platform/refusals.ts";
import type { ProcessReport } from "../in-app/reports.ts";

const compiler = /(?:^|[\\/])(?:tsc|tsgo)(?:\.[cm]?js)?$/;
const option = /^--?pprofdir$/i;
const cpuProfile = /^\d+-cpuprofile\.pb\.gz$/;
const largestProfile: Bytes = 64 * 1024 * 1024;
/** Clocks of file systems tick that slowly. */
const slack: Milliseconds = 20;

/** Profiles that `tsc --pprofDir DIR` of TypeScript 7 wrote of its own work, in programs of the app, since then. */
export async function writtenProfiles(
  reports: readonly Pick<ProcessReport, "argv" | "cwd">[],
  appFolder: string,
  since: Date,
): Promise<readonly WrittenProfile[]> {
  const folders = new Set(reports.flatMap((report) => pprofFolder(report, appFolder) ?? []));
  const files: { readonly file: string; readonly writtenMs: number }[] = [];
  for (const folder of folders) {
    for (const name of (await readdir(folder).catch(ifRefused)) ?? []) {
      if (!cpuProfile.test(name)) continue;
      const file = path.join(folder, name);
      const writtenMs = (await stat(file).catch(ifRefused))?.mtimeMs ?? 0;
      if (writtenMs >= since.getTime() - slack) files.push({ file, writtenMs });
    }
  }
  const first = files.toSorted((a, b) => a.writtenMs - b.writtenMs).slice(0, mostToolProfiles);
  const read = await Promise.all(first.map(({ file }) => readRegular(file, largestProfile, constants.O_NOFOLLOW).catch(ifRefused)));
  return read.flatMap((bytes) => (bytes === undefined ? [] : { tool: "tsc", bytes }));
}

/** Where a TypeScript compiler was set to write its profiles. */
function pprofFolder({ argv, cwd }: Pick<ProcessReport, "argv" | "cwd">, appFolder: string): string | undefined {
  if (!argv.slice(0, 2).some((each) => compiler.test(each))) return undefined;
  const folder = argv[argv.findIndex((each) => option.test(each)) + 1];
  if (folder === undefined || folder === argv[0]) return undefined;
  const found = path.resolve(cwd ?? appFolder, folder);
  return isTouchable(found) ? found : undefined;
}
