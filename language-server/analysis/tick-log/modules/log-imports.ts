import type { ModuleGraph } from "../../imports/module-graph.ts";
import type { PackageFinder } from "../../imports/package-entries.ts";
import type { FunctionRows } from "../function-rows.ts";
import { NumberMap } from "../number-map.ts";
import { packedKey } from "../packed-key.ts";
import type { ProfileTables } from "../profile-tables.ts";
import type { ScriptPositions } from "../script-positions.ts";
import type { TickLog } from "../tick-log.ts";
import { isIdle, type Timeline } from "../timeline.ts";
import type { SampleStacks, StackImports } from "../tick-profile.ts";
import { keptGraph, type LoadedModules, LogModules } from "./log-modules.ts";
import { ModuleFrames } from "./module-frames.ts";
import { ModuleLoads } from "./module-loads.ts";

const noRequires: ModuleFrames["requires"] = new Map();
const mostScripts = 2 ** 20;

/** The imports of one log, below what they had found, read, compiled and evaluated. */
export class LogImports implements StackImports {
  readonly #modules: LogModules;
  /** Those of the stacks into which imports were put last. */
  #requires: ModuleFrames["requires"] = noRequires;

  constructor(packages: PackageFinder) {
    this.#modules = new LogModules(packages);
  }

  putBelow(...[stacks, timeline, log, ...rest]: Parameters<StackImports["putBelow"]>): void {
    const modules = this.#modules.of(log);
    this.#requires = modules === undefined ? noRequires : putBelow(stacks, timeline, log, ...rest, modules);
  }

  graph(log: TickLog, positions: ScriptPositions): ModuleGraph | undefined {
    const modules = this.#modules.of(log);
    return modules && keptGraph(modules, log, positions, this.#requires);
  }
}

function putBelow(
  { stack, recorded }: SampleStacks,
  timeline: Timeline,
  log: TickLog,
  positions: ScriptPositions,
  functions: FunctionRows,
  tables: ProfileTables,
  modules: LoadedModules,
): ModuleFrames["requires"] {
  const frames = new ModuleFrames(positions, functions, tables, modules);
  const loads = new ModuleLoads(log, modules);
  const loading = new NumberMap();
  const ticks = timeline.ticks.values;
  let nextCode = Infinity;
  for (let sample = stack.length - 1; sample >= 0; sample--) {
    const tick = ticks[sample] as number;
    const before = stack[sample] as number;
    const isRepaired = recorded[sample] !== before;
    const moment = tick < 0 ? -1 : log.tickMoment.at(tick);
    let after = frames.of(before);
    if (moment >= 0 && !isIdle(log.momentState.at(moment))) {
      const time = log.tickTime.at(tick);
      if (frames.hasCode(before)) nextCode = time;
      else {
        const module = loads.at(time, log.momentState.at(moment), frames.isNode(before), nextCode);
        if (module >= 0) {
          const key = packedKey(before, module, mostScripts, "stacks");
          after = loading.get(key);
          if (after < 0) loading.set(key, (after = frames.loading(module, before)));
        }
      }
    }
    stack[sample] = after;
    recorded[sample] = isRepaired ? frames.of(recorded[sample] as number) : after;
  }
  return frames.requires;
}
