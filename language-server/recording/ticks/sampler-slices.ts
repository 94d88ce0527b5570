import { readdir } from "node:fs/promises";
import { ifMissing } from "../../platform/refusals.ts";
import { samplersOf, shortenSlices } from "../../platform/sampler-slice.ts";
import path from "node:path";

/**
 * Has the threads that sample the app let in while it works (`platform/sampler-slice.ts`). Whoever learns of a process or a worker first
 * calls `shorten`: its sampler exists before its first line. What lives for some 20 ms only may end before.
 */
export class SamplerSlices {
  readonly #waiting = new Set<number>();
  /** Threads, as `pid thread`, and names of logs. */
  readonly #seen = new Set<string>();
  /** Processes by whether all their samplers have a short slice. */
  readonly #isShort = new Map<number, boolean>();
  #working: Promise<void> | undefined;

  /** Returns at once. */
  shorten(pid: number): void {
    this.#waiting.add(pid);
    this.#working ??= this.#work();
  }

  /** The same for each process that has written a log, also one that nobody could reach. */
  async shortenLogged(folder: string): Promise<void> {
    for (const name of (await readdir(folder).catch(ifMissing)) ?? []) {
      const pid = this.#seen.has(name) ? undefined : logOf(name)?.pid;
      if (pid === undefined) continue;
      this.#seen.add(name);
      this.shorten(pid);
    }
  }

  /** Whether all samplers of that process that were found got one; false while it is not known. */
  isShort(pid: number): boolean {
    return this.#isShort.get(pid) === true;
  }

  /** Resolves when nothing is left to be done. */
  async idle(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    for (const pid of this.#waiting) {
      this.#waiting.delete(pid);
      const samplers = (await samplersOf(pid)).filter((thread) => !this.#seen.has(`${pid} ${thread}`));
      if (samplers.length === 0) continue;
      for (const thread of samplers) this.#seen.add(`${pid} ${thread}`);
      const shortened = await shortenSlices(samplers);
      this.#isShort.set(pid, (this.#isShort.get(pid) ?? true) && shortened.length === samplers.length);
    }
    this.#working = undefined;
  }
}

/** Which process wrote a log, by the file's name: undefined if it came through a pipe. Undefined if the file is not a log. */
export function logOf(file: string): { readonly pid: number | undefined } | undefined {
  const name = path.basename(file);
  if (/^connection-\d+\.log$/.test(name)) return { pid: undefined };
  const pid = /^isolate-(?:0x)?[0-9A-Fa-f]+-(\d+)-.*\.log$/.exec(name)?.[1];
  return pid === undefined ? undefined : { pid: Number(pid) };
}
