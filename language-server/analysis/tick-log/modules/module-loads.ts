import type { Microseconds } from "../../units.ts";
import type { TickLog } from "../tick-log.ts";
import { vmStates } from "../vm-states.ts";
import type { LoadedModules } from "./log-modules.ts";

/** A module is found and read this long before it is compiled; what Node does earlier may be for something else. */
const longestFinding: Microseconds = 250_000;

/** Which module work was done for that no code of the app called: the one that V8 compiled next. */
export class ModuleLoads {
  /** In the order of their compilation. */
  readonly #modules: readonly { readonly module: number; readonly at: Microseconds; readonly after: Microseconds }[];

  constructor(log: TickLog, { scripts, copies }: LoadedModules) {
    this.#modules = scripts
      .flatMap((id, module) =>
        [id, ...(copies[module] ?? [])].flatMap((each) => {
          const logged = log.scripts.get(each);
          return logged === undefined ? [] : [{ module, at: logged.compiledAt, after: logged.compiledAfter }];
        }),
      )
      .toSorted((a, b) => a.at - b.at);
  }

  /** -1 if it was not for a module. `isNode`: the stack has Node's own code; `nextCode`: when code of the app ran next. */
  at(time: Microseconds, state: number, isNode: boolean, nextCode: Microseconds): number {
    const next = this.#next(time);
    if (next === undefined) return -1;
    if (state === vmStates.parser || state === vmStates.bytecodeCompiler) {
      if (time >= next.after) return next.module;
    } else if (state === vmStates.gc) return -1;
    return isNode && next.at - time <= longestFinding && nextCode >= next.at ? next.module : -1;
  }

  /** Whether it was for what is parsed next, at `nextParsed`, without being a script. */
  isFor(time: Microseconds, state: number, nextParsed: Microseconds): boolean {
    if (time === nextParsed) return true;
    const isCompiling = state === vmStates.parser || state === vmStates.bytecodeCompiler || state === vmStates.gc;
    if (isCompiling || nextParsed - time > longestFinding) return false;
    return (this.#next(time)?.at ?? Infinity) >= nextParsed;
  }

  #next(time: Microseconds) {
    let [low, high] = [0, this.#modules.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#modules[middle]?.at ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return this.#modules[low];
  }
}
