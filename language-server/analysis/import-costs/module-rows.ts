import { inSteps } from "../budget.ts";
import type { SourceProfile, SourceStackTable } from "../sources/source-profile.ts";

/** What the code that is below a stack's end belongs to; -1: none. */
export interface ModuleRows {
  /** The innermost row that is the top level of a module. */
  readonly module: Int32Array;
  /** The innermost row of code that is not Node's own. In a module of Node.js: the row that imports it. */
  readonly user: Int32Array;
  /** The row of code that the module at a `module` row was imported from. */
  readonly importer: Int32Array;
  /** 1: above `user` is only what finds, reads and compiles a module. */
  readonly loads: Uint8Array;
}

const loaders = new Set(["Module._load", "Module.require", "loadESMFromCJS", "importSyncForRequire"]);
/** A module of Node.js that an app can import. */
const publicModule = /^node:(?!internal\/)/;

/** `imports`: whether a row is at an import as written. What runs above such a row until a module's top level belongs to the loading, hooks included. */
export function moduleRows({ functions, sources }: SourceProfile, stacks: SourceStackTable, imports: (row: number) => boolean): ModuleRows {
  const count = stacks.prefix.length;
  const column = (): Int32Array => new Int32Array(count).fill(-1);
  const [module, user, importer, loads] = [column(), column(), column(), new Uint8Array(count)];
  const isNode = sources.map(({ category }) => category === "node");
  const isPublic = sources.map(({ path, category }) => category === "node" && publicModule.test(path));
  inSteps(count, (from, to) => {
    for (let row = from; row < to; row++) {
      const below = stacks.prefix[row] as number;
      const func = stacks.func[row] as number;
      const source = functions.source[func] as number;
      const caller = below === -1 ? -1 : (user[below] as number);
      const around = below === -1 ? -1 : (module[below] as number);
      const isTopLevel = source !== -1 && functions.name[func] === "(top level)";
      [module[row], user[row], loads[row]] = [around, caller, below === -1 ? 0 : (loads[below] as number)];
      if (source !== -1 && isNode[source] === true) {
        const isInNode = around !== -1 && isNode[functions.source[stacks.func[around] as number] as number] === true;
        if (isTopLevel && isPublic[source] === true && caller !== -1 && !isInNode) {
          [module[row], importer[row], loads[row]] = [row, caller, 0];
        } else if (!isInNode && loaders.has(functions.name[func] as string)) loads[row] = 1;
      } else if (source !== -1) {
        if (isTopLevel) [module[row], importer[row], user[row], loads[row]] = [row, caller, row, 0];
        // A hook of a compiler that runs while a module is loaded.
        else if (loads[row] === 0 || caller === -1) [user[row], loads[row]] = [row, 0];
        if (module[row] !== -1 && user[row] === row && imports(row)) loads[row] = 1;
      }
    }
  });
  return { module, user, importer, loads };
}
