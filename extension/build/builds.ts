import type * as vscode from "vscode";

/** What would run is older than its source. */
export interface StaleBuild {
  /** Says so and what to do, to show before a load: `dist/ is older than src/: build first.` */
  readonly text: string;
  /** Workspace path of what would run, such as `dist/`. */
  readonly output: string;
  /** Names of changed sources, at least one. */
  readonly changed: readonly string[];
  /** The command line that builds it, as it is shown; undefined if none is known. */
  readonly command: string | undefined;
}

/** Whether what an app runs is up to date with its source, and what builds it. */
export interface Builds {
  /** Undefined if what would run is up to date, or compiles by itself. */
  stale(app: vscode.DebugConfiguration): Promise<StaleBuild | undefined>;
  /** Asks once per command, shows progress, can be cancelled. What failed has been reported, with its first error as a link. */
  build(stale: StaleBuild, token: vscode.CancellationToken): Promise<"built" | "failed" | "declined" | "cancelled">;
}
