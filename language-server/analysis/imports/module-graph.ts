import type { Column, Line } from "../units.ts";
import { type Profile, isScriptStart } from "../profile/profile.ts";

/** The scripts of a profile that are files, and where each begins. */
interface ScriptStarts {
  /** Rows of scripts. */
  readonly rows: readonly number[];
  /** Rows of the functions that are whole scripts: positions in `rows`. */
  readonly starts: ReadonlyMap<number, number>;
}

export function scriptStarts({ scripts, functions }: Profile): ScriptStarts {
  const rows = scripts.url.flatMap((url, row) => (/^(?:file:|\/|[a-z]:[\\/])/i.test(url) ? [row] : [])).slice(0, mostModules);
  const positions = new Map(rows.map((row, at) => [row, at]));
  const starts = functions.name.flatMap((name, func): readonly (readonly [number, number])[] => {
    const at = positions.get(functions.script[func] as number);
    const place = { name, line: functions.line[func] as number, column: functions.column[func] as number };
    return at !== undefined && isScriptStart(place) ? [[func, at]] : [];
  });
  return { rows, starts: new Map(starts) };
}

/** Rows of the scripts that began while no other one was on the stack: what was run, and what ES modules import. */
export function cutStarts(profile: Profile): readonly number[] {
  const { stacks, functions } = profile;
  const { rows, starts } = scriptStarts(profile);
  if (starts.size === 0) return [];
  const isFile = new Set(rows);
  const hasFile = new Uint8Array(stacks.prefix.length);
  const cut = new Set<number>();
  for (let row = 0; row < hasFile.length; row++) {
    const below = stacks.prefix[row] as number;
    const func = stacks.func[row] as number;
    const isCalled = below >= 0 && hasFile[below] === 1;
    if (!isCalled && starts.has(func)) cut.add(functions.script[func] as number);
    hasFile[row] = isCalled || isFile.has(functions.script[func] as number) ? 1 : 0;
  }
  return [...cut];
}

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
