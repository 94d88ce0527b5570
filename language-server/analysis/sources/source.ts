/** Whose code a source is; see `ownershipOf`. */
export type SourceCategory = "own" | "dependency" | "node";

/** A source file after source maps: what a user would open. */
export interface Source {
  /** Absolute path with forward slashes, or the URL if it is not a file (`node:crypto`, `evalmachine.<anonymous>`). */
  readonly path: string;
  /** Hash of the text in the run folder, or "" if it is not there. */
  readonly hash: string;
  readonly category: SourceCategory;
  /** True if the path comes from a source map. */
  readonly mapped: boolean;
  /** Whether its text is another one than ran, so that none of its lines is sure. Undefined: not as far as known. */
  readonly isContradicted?: boolean | undefined;
  /** Undefined for a source that alone is its file. */
  readonly version?: SourceVersion | undefined;
}

/** One of several texts that were imported from one file with queries or hashes (`cart.js?t=1`), or another text than its file has. */
export interface SourceVersion {
  /** Absolute path of the file. */
  readonly file: string;
  /** Whether it is the text that the file had, so that the file's lines are its lines. */
  readonly isFile: boolean;
}

/** Whether a source's path is a made name and no file's: compiler output in memory, or a further text that ran under a file's name. */
export function isMadeName(path: Source["path"]): boolean {
  return /\.\w+ \((?:compiled|text \d+)\)$/.test(path);
}

/** Ends the name of what a compiler made in memory of a file. */
export const compiledMark = " (compiled)";

/** The file of which a compiler made a source in memory; a source that is one itself stays. */
export function compiledFrom(path: string): string {
  return path.endsWith(compiledMark) ? path.slice(0, -compiledMark.length) : path;
}
