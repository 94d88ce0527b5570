import { inSteps } from "../budget.ts";
import { functionKinds } from "../profile/profile.ts";
import { packageOf } from "../sources/package-name.ts";
import { compiledFrom } from "../sources/source.ts";
import type { SourceProfile, SourceStackTable } from "../sources/source-profile.ts";

/** A function, as the tables of tools ask about it. */
export interface Frame {
  /** Index in the function table. */
  readonly func: number;
  /** Index in SourceProfile.sources; -1: code without a source. */
  readonly source: number;
  /** What a compiler made of a file in memory is that file's. */
  readonly path: string;
  /** "" outside packages. */
  readonly package: string;
  /** Within the package: `lib/linter/linter.js`. */
  readonly file: string;
  /** As V8 names it. */
  readonly name: string;
  readonly isOwn: boolean;
  readonly isNode: boolean;
  /** The code of a module outside its functions, possibly in the wrapper of a test runner. */
  readonly isModule: boolean;
}

const scriptKind = functionKinds.indexOf("script");

/** By row of the function table. */
export function framesOf({ functions, sources }: SourceProfile): readonly Frame[] {
  const categories = new Map(sources.map(({ path, category }) => [path, category]));
  const places = sources.map(({ path: ran, category }) => {
    const path = compiledFrom(ran);
    const inside = packageOf(path) ?? "";
    const file = inside === "" ? "" : path.slice(path.lastIndexOf(`/${inside}/`) + inside.length + 2);
    const isOwn = path === ran ? category === "own" : (categories.get(path) ?? (inside === "" ? "own" : "dependency")) === "own";
    return { path, package: inside, file, isOwn };
  });
  return functions.name.map((name, func) => {
    const source = functions.source[func] as number;
    const place = places[source] ?? { path: "", package: "", file: "", isOwn: false };
    const isStart = functions.line[func] === 1 && functions.column[func] === 0 && functions.kind[func] === scriptKind;
    return {
      func,
      source,
      ...place,
      name,
      isNode: sources[source]?.category === "node",
      isModule: isStart && source !== -1 && (name === "(top level)" || name === "(anonymous)" || name === "Object.<anonymous>"),
    };
  });
}

/** Whether it is of V8 or Node.js: whoever is above it in the stack has called what is below. */
export function hasNoCode({ source, isNode }: Frame): boolean {
  return source === -1 || isNode;
}

/** By stack row 1 where nothing but V8 and Node.js is above it: no code that is known called it. */
export function rootedRows({ prefix, func }: SourceStackTable, frames: readonly Frame[]): Uint8Array {
  const rooted = new Uint8Array(prefix.length);
  inSteps(prefix.length, (from, to) => {
    for (let row = from; row < to; row++) {
      const caller = prefix[row] as number;
      if (caller === -1 || (rooted[caller] === 1 && hasNoCode(frames[func[caller] as number] as Frame))) rooted[row] = 1;
    }
  });
  return rooted;
}
