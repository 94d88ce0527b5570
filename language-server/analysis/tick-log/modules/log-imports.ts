import type { ModuleGraph } from "../../imports/module-graph.ts";
import type { JsonFiles } from "../../imports/json-modules.ts";
import type { FunctionRows } from "../function-rows.ts";
import { NumberMap } from "../number-map.ts";
import { packedKey } from "../packed-key.ts";
import type { ProfileTables } from "../profile-tables.ts";
import type { ScriptPositions } from "../script-positions.ts";
import type { TickLog } from "../tick-log.ts";
import { isIdle, type Timeline } from "../timeline.ts";
import type { SampleStacks, StackImports } from "../tick-profile.ts";
import { JsonLoads } from "./json-loads.ts";
import { keptGraph, type LoadedModules, LogModules } from "./log-modules.ts";
import { ModuleFrames } from "./module-frames.ts";
import { ModuleLoads } from "./module-loads.ts";

/** What stacks show of modules beside their own frames. */
interface SeenLoads {
  readonly requires: ModuleFrames["requires"];
  /** JSON that was seen being read. */
  readonly json: ReadonlySet<number>;
}

const nothing: SeenLoads = { requires: new Map(), json: new Set() };
const mostScripts = 2 ** 20;

/** The imports of one log, below what they had found, read, compiled and evaluated. */
export class LogImports implements StackImports {
  readonly #modules: LogModules;
  /** Those of the stacks into which imports were put last. */
  #seen = nothing;

  constructor(files: JsonFiles) {
    this.#modules = new LogModules(files);
  }

  putBelow(...[stacks, timeline, log, ...rest]: Parameters<StackImports["putBelow"]>): void {
    const modules = this.#modules.of(log);
    this.#seen = modules === undefined ? nothing : putBelow(stacks, timeline, log, ...rest, modules);
  }

  graph(log: TickLog, positions: ScriptPositions): ModuleGraph | undefined {
    const modules = this.#modules.of(log);
    return modules && keptGraph(modules, log, positions, this.#seen.requires, this.#seen.json);
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
): SeenLoads {
  const frames = new ModuleFrames(positions, functions, tables, modules);
  const loads = new ModuleLoads(log, modules);
  const json = new JsonLoads(log, modules);
  const loading = new NumberMap();
  const loadingOf = (module: number, before: number): number => {
    const key = packedKey(before, module, mostScripts, "stacks");
    const known = loading.get(key);
    if (known >= 0) return known;
    const row = frames.loading(module, before);
    loading.set(key, row);
    return row;
  };
  const ticks = timeline.ticks.values;
  let nextCode = Infinity;
  let [nextJson, isCertain] = [Infinity, false];
  for (let sample = stack.length - 1; sample >= 0; sample--) {
    const tick = ticks[sample] as number;
    const before = stack[sample] as number;
    const isRepaired = recorded[sample] !== before;
    const moment = tick < 0 ? -1 : log.tickMoment.at(tick);
    let after = frames.of(before);
    if (moment >= 0 && !isIdle(log.momentState.at(moment))) {
      const time = log.tickTime.at(tick);
      json.see(time, nextCode);
      if (frames.hasCode(before)) [nextCode, nextJson] = [time, Infinity];
      else {
        const work = json.hasFiles ? frames.jsonWork(before) : undefined;
        if (work !== undefined) [nextJson, isCertain] = [time, work === "certain"];
        const state = log.momentState.at(moment);
        if (loads.isFor(time, state, nextJson)) json.add(sample, before, time, isCertain);
        else {
          const module = loads.at(time, state, frames.isNode(before), nextCode);
          if (module >= 0) after = loadingOf(module, before);
        }
      }
    }
    stack[sample] = after;
    recorded[sample] = isRepaired ? frames.of(recorded[sample] as number) : after;
  }
  const seen = new Set<number>();
  json.assign(nextCode, (sample, before, module) => {
    stack[sample] = recorded[sample] = loadingOf(module, before);
    seen.add(module);
  });
  return { requires: frames.requires, json: seen };
}
