import type { Profile } from "../profile/profile.ts";
import { isScriptStart } from "../profile/script-start.ts";
import { mostModules } from "./module-graph.ts";

/** The scripts of a profile that are files, and where each begins. */
export interface ScriptStarts {
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
