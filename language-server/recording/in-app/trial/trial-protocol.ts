/** In the session's folder: what the next start is to do. */
export const trialFile = "trial.json";
/** Begins the names of what its processes write into the reports' folder: lines of JSON. */
export const trialReport = "trial-";

/** What an export can be replaced by until it is used. `instance`: an object of a class. `value`: nothing, as reading it is a use. */
export type ExportKind = "function" | "object" | "instance" | "array" | "value";

/** What a module exports. */
export interface ModuleExports {
  readonly kind: ExportKind;
  readonly members: Readonly<Record<string, ExportKind>>;
  readonly isEsm: boolean;
}

/** An import of a file, as written; paths. */
export interface ImportEdge {
  readonly from: string;
  readonly specifier: string;
  readonly to: string;
  /** By an ES module, which Node's loader of these resolves. */
  readonly isEsm: boolean;
}

/** A module that is to be loaded when it is first used. */
export interface DeferredModule {
  readonly to: string;
  readonly edges: readonly Omit<ImportEdge, "to">[];
  readonly exports: ModuleExports;
}

export interface TrialOrder {
  readonly number: number;
  /** Notes where imports that are written so lead, and what is exported there. */
  readonly surveyed?: readonly string[] | undefined;
  /** Follows imports of ES modules, although it defers none: to compare with a start that does. */
  readonly isHooked?: boolean | undefined;
  readonly deferred?: DeferredModule | undefined;
}

/**
 * Where a program's code first needed a deferred module: in its source, if the app itself knows maps, else as it ran. `file`: a path, or a
 * URL; "" if no code is known. Lines begin at 1, columns at 0.
 */
export interface FirstUse {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export type TrialLine =
  | { readonly kind: "begun" }
  | { readonly kind: "surveyed"; readonly edges: readonly ImportEdge[]; readonly exports: Readonly<Record<string, ModuleExports>> }
  | ({ readonly kind: "used" } & FirstUse)
  /** Another import than those that are deferred loads the module. */
  | { readonly kind: "loaded"; readonly by: string }
  | { readonly kind: "listening"; readonly tookUs: number; readonly origin: string; readonly usesCache: boolean }
  | { readonly kind: "exiting"; readonly tookUs: number; readonly code: number; readonly cpuUs: number; readonly usesCache: boolean };
