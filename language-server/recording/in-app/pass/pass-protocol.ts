/** In the session's folder: which pass it records. Missing without one. */
export const passFile = "pass.json";
/** The copy of the bundle that a pass adds to the preload; profiles know both by the end of their names. */
export const passHooksFile = "pass-heatline-hooks.cjs";
/** The same of the parser, which the waits pass reads scripts with. */
export const parserFile = "parser-heatline-hooks.cjs";

/** `routes` marks requests; `waits` marks requests, and what own code waits for. `allocations` counts bytes. Counts need nothing of ours in the app. */
export type PassKind = "routes" | "waits" | "allocations";

/** The content of that file. */
export interface PassOrder {
  readonly kinds: readonly PassKind[];
}

/** What the bundle exports. */
export interface PassHooks {
  /** `reports`: where the marks go. Undefined if the app may not write there. */
  startPass(sessionFolder: string, reports: string): RunningPass | undefined;
}

export interface RunningPass {
  /** Writes what is not in the files yet; `restarts`: forgets what has been marked so far. */
  readonly flush: (restarts: boolean) => void;
  /** See `AppHooks`. */
  readonly takeAllocated?: (goesOn: boolean) => number | undefined;
}
