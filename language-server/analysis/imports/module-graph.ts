import type { Column, Line } from "../units.ts";

/** `static`: an import or re-export; `dynamic`: `import()`; `require`: of an ES module, if a stack of the recording has it; of CommonJS, as its text has it. */
export const edgeKinds = ["static", "dynamic", "require"] as const;
export type EdgeKind = (typeof edgeKinds)[number];

/** A place at which one module loads another. */
export interface ModuleEdge {
  /** Index in `modules`. */
  readonly to: number;
  /** Where the statement or call begins, in the text that V8 ran. */
  readonly line: Line;
  readonly column: Column;
  readonly kind: EdgeKind;
  /** This place had the module evaluated, and pays for it. */
  readonly isFirst: boolean;
  /** The specifier was not resolved exactly: shown with ≈. */
  readonly isInferred?: boolean | undefined;
}

export interface LoadedModule {
  /** As V8 knows the script. */
  readonly url: string;
  readonly edges: readonly ModuleEdge[];
}

/** The modules that a thread loaded, in the order of their evaluation. */
export interface ModuleGraph {
  readonly modules: readonly LoadedModule[];
  /** Indices of those that nothing known imported: the thread's entry, preloads. The entry is the first. */
  readonly entries: readonly number[];
}

/** More are left out, those of the last modules first. */
export const mostEdges = 20_000;
export const mostModules = 20_000;
