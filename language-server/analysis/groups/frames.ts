import { inSteps } from "../budget.ts";
import { functionKinds } from "../profile/profile.ts";
import { packageOf } from "../sources/package-name.ts";
import type { SourceProfile, SourceStackTable } from "../sources/source-profile.ts";

/** A function, as the tables of tools ask about it. */
export interface Frame {
  /** Index in the function table. */
  readonly func: number;
  /** Index in SourceProfile.sources; -1: code without a source. */
  readonly source: number;
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
  const places = sources.map(({ path }) => {
    const inside = packageOf(path) ?? "";
    return { path, package: inside, file: inside === "" ? "" : path.slice(path.lastIndexOf(`/${inside}/`) + inside.length + 2) };
  });
  return functions.name.map((name, func) => {
    const source = functions.source[func] as number;
    const place = places[source] ?? { path: "", package: "", file: "" };
    const isStart = functions.line[func] === 1 && functions.column[func] === 0 && functions.kind[func] === scriptKind;
    return {
      func,
      source,
      ...place,
      name,
      isOwn: sources[source]?.category === "own",
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
