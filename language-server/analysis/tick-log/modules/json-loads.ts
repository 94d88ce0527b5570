import { rootOf } from "../../imports/json-modules.ts";
import type { Bytes, Microseconds } from "../../units.ts";
import type { TickLog } from "../tick-log.ts";
import type { LoadedModules } from "./log-modules.ts";

/** `certain`: Node's loader was seen parsing JSON; `presumed`: from Node 24 on its frames are not in the log. */
export type JsonWork = "certain" | "presumed" | undefined;

/** What was done for some file of JSON, at a sample. */
interface Work {
  readonly sample: number;
  readonly before: number;
  readonly time: Microseconds;
  readonly isCertain: boolean;
}

interface File {
  readonly module: number;
  readonly size: Bytes;
}

/** Files that are read together: before what imports them is evaluated. */
interface Together {
  /** When their importer was compiled. */
  readonly at: Microseconds;
  /** When code ran next. */
  until: Microseconds;
  readonly files: File[];
  /** In the order of time. */
  readonly work: Work[];
}

/**
 * Which JSON was read and parsed when. The log names no such file, so the time of those that are read together is divided by their sizes,
 * in the order of their imports. Samples come from the last to the first.
 */
export class JsonLoads {
  /** Latest first. */
  readonly #static: readonly Together[];
  /** What `import()`s load. */
  readonly #dynamic: Together = { at: 0, until: Infinity, files: [], work: [] };
  readonly #importedAfter: Microseconds = Infinity;
  readonly #found: Work[] = [];
  #seen = 0;

  constructor(log: TickLog, { scripts, json, graph }: LoadedModules) {
    const compiledAt = (module: number): Microseconds => log.scripts.get(scripts[module] ?? -1)?.compiledAt ?? Infinity;
    const byRoot = new Map<number, Together>();
    const ofJson = graph.order.filter((module) => module >= scripts.length && (graph.first[module] ?? -1) >= 0);
    for (const module of ofJson) {
      const file = { module, size: json[module - scripts.length]?.size ?? 0 };
      const root = rootOf(graph, module);
      if (root === module) {
        this.#dynamic.files.push(file);
        this.#importedAfter = Math.min(this.#importedAfter, compiledAt(graph.edges[graph.first[module] ?? -1]?.from ?? -1));
      } else {
        const together = byRoot.get(root) ?? { at: compiledAt(root), until: Infinity, files: [], work: [] };
        together.files.push(file);
        byRoot.set(root, together);
      }
    }
    this.#static = [...byRoot.values()].toSorted((a, b) => b.at - a.at);
  }

  get hasFiles(): boolean {
    return this.#static.length > 0 || this.#dynamic.files.length > 0;
  }

  /** Of each sample, when code of the app ran next. */
  see(time: Microseconds, nextCode: Microseconds): void {
    for (let next = this.#static[this.#seen]; next !== undefined && next.at > time; next = this.#static[++this.#seen])
      next.until = nextCode;
  }

  add(sample: number, before: number, time: Microseconds, isCertain: boolean): void {
    this.#found.push({ sample, before, time, isCertain });
  }

  /** Finds the module of each of them that belongs to one. */
  assign(nextCode: Microseconds, found: (sample: number, before: number, module: number) => void): void {
    this.see(-Infinity, nextCode);
    for (const work of this.#found.toReversed()) this.#togetherAt(work)?.work.push(work);
    for (const { files, work } of [...this.#static, this.#dynamic]) {
      const all = files.reduce((sum, { size }) => sum + size, 0);
      let [next, end] = [0, files[0]?.size ?? 0];
      work.forEach(({ sample, before }, index) => {
        while (next < files.length - 1 && (index + 0.5) * all > end * work.length) end += files[++next]?.size ?? 0;
        found(sample, before, (files[next] as File).module);
      });
    }
  }

  #togetherAt({ time, isCertain }: Work): Together | undefined {
    const read = this.#static.find(({ at, until }) => at <= time && time < until);
    if (read !== undefined || !isCertain) return read;
    if (this.#dynamic.files.length > 0 && this.#importedAfter <= time) return this.#dynamic;
    return this.#static.find(({ at }) => at <= time);
  }
}
