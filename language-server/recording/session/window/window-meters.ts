import type { Milliseconds, Share } from "../../../analysis/units.ts";
import type { AppWarning, MeterReading } from "../../in-app/messages.ts";
import type { FollowedProcess } from "../../app/followed-process.ts";

const nothing: MeterReading = { cpuUs: 0, idleMs: 0, activeMs: 0, warnings: [] };

/** What the processes count themselves over a window: CPU time and event loop utilisation, read at both edges. */
export class WindowMeters {
  readonly #atStart = new Map<number, MeterReading>();
  readonly #atEnd = new Map<number, MeterReading>();

  /** Call at the start of the window, with the processes running then; later ones start from zero. */
  async start(processes: readonly FollowedProcess[]): Promise<void> {
    await read(processes, this.#atStart);
  }

  /** Call for the process with whose first line the window starts. */
  begin(pid: number, reading: MeterReading): void {
    this.#atStart.set(pid, reading);
  }

  /** Call for a process that ends within the window. */
  exit(pid: number, reading: MeterReading): void {
    this.#atEnd.set(pid, reading);
  }

  /** Call at the end of the window. */
  async end(processes: readonly FollowedProcess[]): Promise<void> {
    await read(processes, this.#atEnd);
  }

  /** User and system time of the given processes, without those that did not answer at the end. */
  cpuMs(pids: ReadonlySet<number>): Milliseconds {
    let sum = 0;
    for (const [pid, { cpuUs }] of this.#atEnd) if (pids.has(pid)) sum += cpuUs - this.#started(pid).cpuUs;
    return Math.max(0, sum) / 1000;
  }

  /** Undefined if the process did not answer. */
  eventLoopBusy(pid: number): Share | undefined {
    const end = this.#atEnd.get(pid);
    if (end === undefined) return undefined;
    const start = this.#started(pid);
    const active = end.activeMs - start.activeMs;
    const all = active + end.idleMs - start.idleMs;
    return all > 0 ? Math.min(1, Math.max(0, active / all)) : undefined;
  }

  /** Undefined if the process did not answer at both edges. */
  eventLoopDelay(pid: number): MeterReading["delay"] {
    return this.#atStart.has(pid) ? this.#atEnd.get(pid)?.delay : undefined;
  }

  /** Warnings of the given processes since their start, including warm-up, as their causes continue in the window. */
  warnings(pids: ReadonlySet<number>): readonly AppWarning[] {
    return [...this.#atEnd].flatMap(([pid, { warnings }]) => (pids.has(pid) ? warnings : []));
  }

  #started(pid: number): MeterReading {
    return this.#atStart.get(pid) ?? nothing;
  }
}

async function read(processes: readonly FollowedProcess[], into: Map<number, MeterReading>): Promise<void> {
  await Promise.allSettled(
    processes.map(async (process) => {
      into.set(process.pid, await process.call("readMeters"));
    }),
  );
}
