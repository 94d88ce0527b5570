/** Whose code a source is; see `ownershipOf`. */
export type SourceCategory = "own" | "dependency" | "node";

/** A source file after source maps: what a user would open. */
export interface Source {
  /** Absolute path with forward slashes, or the URL where there is no file (`node:crypto`, `evalmachine.<anonymous>`). */
  readonly path: string;
  /** Text as it ran, from the run folder or the source map; undefined where it was not kept. */
  readonly hash: string;
  readonly category: SourceCategory;
  /** True where the path came out of a source map. */
  readonly mapped: boolean;
}
