/** A file of a workspace folder; both paths have forward slashes. */
export interface WorkspaceFile {
  readonly folder: string;
  /** The way from the folder to the file: `src/cart.ts`. */
  readonly inside: string;
}

/** A file here that ends like a path there. */
export interface PathEnd {
  readonly path: string;
  readonly file: WorkspaceFile;
  /** How many segments the two have in common, the name included. */
  readonly segments: number;
}

/** The files of workspace folders, to be found by the ends of paths from another machine: letters of either case are the same there. */
export class FilesByEnd {
  readonly #byName = new Map<string, WorkspaceFile[]>();

  constructor(files: readonly WorkspaceFile[]) {
    for (const file of files) {
      const name = nameOf(file.inside);
      const others = this.#byName.get(name);
      if (others === undefined) this.#byName.set(name, [file]);
      else others.push(file);
    }
  }

  /** The files that have the longest end in common with a path: several where none of them fits alone. */
  alike(path: string): readonly PathEnd[] {
    const ends = (this.#byName.get(nameOf(path)) ?? []).map((file) => ({ path, file, segments: commonSegments(path, file.inside) }));
    const most = Math.max(0, ...ends.map(({ segments }) => segments));
    return ends.filter(({ segments }) => segments === most);
  }
}

/** Whether a file's whole way from its workspace folder is the end of the path, or more of it than its name: a name alone may be chance. */
export function isStrong({ file, segments }: PathEnd): boolean {
  return segments > 1 || !file.inside.includes("/");
}

/** What stands before the common end: the folder there, and the one here. */
export function foldersOf({ path, file, segments }: PathEnd): readonly [there: string, here: string] {
  return [before(path, segments), before(pathOf(file), segments)];
}

export function pathOf({ folder, inside }: WorkspaceFile): string {
  return `${folder}/${inside}`;
}

/** The folder that all the paths lie in, "" where they have none in common. */
export function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split("/").slice(0, -1));
  let length = first.length;
  for (const other of others) {
    const differs = first.findIndex((segment, index) => segment !== other[index]);
    if (differs >= 0) length = Math.min(length, differs);
  }
  return first.slice(0, length).join("/");
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

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}
