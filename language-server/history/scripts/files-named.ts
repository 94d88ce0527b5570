import { readdirSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { pathOfUrl } from "../../analysis/sources/ownership.ts";
import type { WorkspaceFile } from "../../analysis/sources/path-ends.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import { unlessRefused } from "../../platform/refusals.ts";

interface SearchLimits {
  /** More than a workspace has, fewer than a home folder. */
  readonly files: number;
  readonly ms: Milliseconds;
}

export const searchLimits: SearchLimits = { files: 50_000, ms: 500 };
/** Other work of this thread waits no longer than for so many. */
const foldersAtOnce = 200;

/**
 * Files of these names, without regard to case, that a user may have written, nearest first: skips dependencies and hidden folders, and does
 * not follow links. Beyond a limit it ends with what it has. A folder is read at once: with a promise for each it takes twice as long.
 */
export async function filesNamed(
  folders: readonly string[],
  names: ReadonlySet<string>,
  limits: SearchLimits = searchLimits,
  now: () => Milliseconds = () => performance.now(),
): Promise<readonly WorkspaceFile[]> {
  const found: WorkspaceFile[] = [];
  const waiting = folders.map((folder) => ({ folder: pathOfUrl(folder).replace(/\/+$/, ""), inside: "" }));
  const until = now() + limits.ms;
  let seen = 0;
  // Grows as it goes.
  for (const [row, { folder, inside }] of waiting.entries()) {
    if (seen >= limits.files || now() >= until) break;
    if (row % foldersAtOnce === foldersAtOnce - 1) await setImmediate();
    for (const entry of unlessRefused(() => readdirSync(`${folder}/${inside}`, { withFileTypes: true })) ?? []) {
      const { name } = entry;
      const way = inside === "" ? name : `${inside}/${name}`;
      if (entry.isDirectory() && name !== "node_modules" && !name.startsWith(".")) waiting.push({ folder, inside: way });
      if (!entry.isFile()) continue;
      seen += 1;
      if (names.has(name.toLowerCase())) found.push({ folder, inside: way });
    }
  }
  return found;
}

/** The file in each of these folders to which the longest end of a path leads: a few looks for each, whatever the folders contain. */
export function filesAtEnds(folders: readonly string[], paths: readonly string[]): readonly WorkspaceFile[] {
  return folders.flatMap((each) => {
    const folder = pathOfUrl(each).replace(/\/+$/, "");
    const ends = paths.flatMap((path) => {
      const parts = path.split("/");
      return parts.map((_, from) => parts.slice(from).join("/")).find((end) => end !== "" && isFileHere(`${folder}/${end}`)) ?? [];
    });
    return [...new Set(ends)].map((inside) => ({ folder, inside }));
  });
}

function isFileHere(file: string): boolean {
  return unlessRefused(() => statSync(file))?.isFile() === true;
}
