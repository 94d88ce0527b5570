import { countsOf, grouped } from "../collections.ts";

/** A file of a workspace folder; both paths have forward slashes. */
export interface WorkspaceFile {
  readonly folder: string;
  /** The path inside the folder: `src/cart.ts`. */
  readonly inside: string;
}

/** A local file whose path ends like one of the other machine. */
export interface PathEnd {
  readonly path: string;
  readonly file: WorkspaceFile;
  /** How many segments the two have in common, including the name. */
  readonly segments: number;
}

/** The files of workspace folders, to be found by the ends of paths from another machine. Ignores case. */
export class FilesByEnd {
  readonly #byName: ReadonlyMap<string, readonly WorkspaceFile[]>;

  constructor(files: readonly WorkspaceFile[]) {
    this.#byName = grouped(files, ({ inside }) => nameOf(inside));
  }

  /** The files with the longest common end with a path: several if the match is ambiguous. */
  alike(path: string): readonly PathEnd[] {
    const ends = (this.#byName.get(nameOf(path)) ?? []).map((file) => ({ path, file, segments: commonSegments(path, file.inside) }));
    const most = Math.max(0, ...ends.map(({ segments }) => segments));
    return ends.filter(({ segments }) => segments === most);
  }
}

/** Whether more than the file name matches, or its whole path inside the workspace folder: a name alone may be chance. */
export function isStrong({ file, segments }: PathEnd): boolean {
  return segments > 1 || !file.inside.includes("/");
}

/** The parts before the common end: the folder on the other machine, and the local one. */
export function foldersOf({ path, file, segments }: PathEnd): readonly [there: string, here: string] {
  return [before(path, segments), before(pathOf(file), segments)];
}

export function pathOf({ folder, inside }: WorkspaceFile): string {
  return `${folder}/${inside}`;
}

/** The folder that contains all paths, "" if there is none. */
export function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split("/").slice(0, -1));
  let length = first.length;
  for (const other of others) {
    const differs = first.findIndex((segment, index) => segment !== other[index]);
    if (differs >= 0) length = Math.min(length, differs);
  }
  return first.slice(0, length).join("/");
}

/** Names each of some paths by its shortest end that no other one of them has. */
export function uniqueEnds(paths: Iterable<string>): (path: string) => string {
  const counts = countsOf([...new Set(paths)].flatMap(endsOf));
  return (path) => endsOf(path).find((end) => (counts.get(end) ?? 0) <= 1) ?? path;
}

/** From a whole segment on, shortest first. */
function endsOf(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(-index - 1).join("/"));
}

function commonSegments(path: string, inside: string): number {
  const there = path.toLowerCase().split("/").reverse();
  const here = inside.toLowerCase().split("/").reverse();
  const differs = here.findIndex((segment, index) => segment !== there[index]);
  return differs < 0 ? here.length : differs;
}

function before(path: string, segments: number): string {
  return path.split("/").slice(0, -segments).join("/");
}

/** In small letters. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}
