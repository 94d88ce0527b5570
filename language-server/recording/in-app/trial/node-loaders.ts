import Module from "node:module";
import { hookLast } from "../loader-hooks/last-hooks.ts";

/** Node's own module, as it is loaded, with what types do not say. */
export interface LoadedModule {
  readonly filename: string | null;
  readonly exports: unknown;
  readonly children: readonly LoadedModule[];
}

type Load = (request: string, parent: LoadedModule | null | undefined, isMain: boolean) => unknown;

interface ResolveContext {
  readonly parentURL?: string | undefined;
  readonly conditions: readonly string[];
}

interface Resolved {
  readonly url: string;
  readonly format?: string | null | undefined;
  readonly shortCircuit?: boolean | undefined;
}

interface Loaded {
  readonly format: string | null | undefined;
  readonly source?: string | Uint8Array | ArrayBuffer | null | undefined;
}

interface LoaderHooks {
  readonly resolve: (
    specifier: string,
    context: ResolveContext,
    next: (specifier: string, context: ResolveContext) => Resolved,
  ) => Resolved;
  readonly load?: (url: string, context: object, next: (url: string, context: object) => Loaded) => Loaded;
}

interface MapEntry {
  readonly originalSource: string;
  /** From 0. */
  readonly originalLine: number;
  readonly originalColumn: number;
}

interface Loaders {
  _load: Load;
  readonly _resolveFilename: (request: string, parent: LoadedModule | null | undefined, isMain: boolean) => string;
  readonly _cache: Readonly<Record<string, LoadedModule | undefined>>;
  /** Of a file whose maps Node reads because the app asked for it. */
  readonly findSourceMap?: (file: string) => { readonly findEntry: (line: number, column: number) => Partial<MapEntry> } | undefined;
  /** From Node 22.1 on. */
  readonly getCompileCacheDir?: () => string | undefined;
  /** From Node 22.10 and 23.0 on. */
  readonly flushCompileCache?: () => void;
}

export const loaders = Module as unknown as Loaders;

/** Hooks that see imports as they are written: a loader of TypeScript completes them. */
export function hookImports(hooks: LoaderHooks): void {
  hookLast(hooks);
}

/** Replaces what each `require` calls. */
export function wrapLoad(wrapped: (load: () => unknown, request: string, parent: LoadedModule | null | undefined) => unknown): void {
  const { _load } = loaders;
  loaders._load = function (this: unknown, request, parent, isMain) {
    return wrapped(() => _load.call(this, request, parent, isMain), request, parent);
  };
}
