import type { AllocationTree } from "../../../analysis/allocations/allocation-tree.ts";
import type { Bytes, Milliseconds } from "../../../analysis/units.ts";
import { callHook } from "../../inspector/evaluate.ts";
import type { AppThreadTarget } from "../../recorder.ts";

/** The first window shows how much is allocated. The second one has begun by then, so it is as short; later ones have their intervals by it. */
const firstMs: Milliseconds = 100;
const firstWindows = 2;
const windowMs: Milliseconds = 2000;
const firstInterval: Bytes = 32 * 1024;
/** Of 10,000 samples a sum has an error of 1 %: as many are taken in two seconds, if the app allocates over 1 MB in each. */
const enoughSamples = 10_000;
/** Until then and from then on: each costs the app some 30 µs. */
const [atFirst, later] = [5000, 1500];
const [leastInterval, mostInterval]: [Bytes, Bytes] = [256, 4 * 1024 * 1024];

/**
 * V8's sampling of one thread's allocations. V8 keeps each sample until it is stopped, so it is stopped and started again every two seconds: at once,
 * so that nothing is lost in between, and by the inspector, which interrupts code that blocks the event loop, too.
 */
export class SampledHeap {
  readonly tree: AllocationTree;
  readonly #thread: AppThreadTarget;
  readonly #enough: number;
  #interval = firstInterval;
  #began = 0;
  #windows = 0;
  #timer: NodeJS.Timeout | undefined;
  #rolling: Promise<void> = Promise.resolve();
  /** Of the windows in which the thread counted, too. */
  readonly #checked = { sampled: 0, counted: 0 };

  constructor(thread: AppThreadTarget, tree: AllocationTree, enough = enoughSamples) {
    this.#thread = thread;
    this.tree = tree;
    this.#enough = enough;
  }

  get checked(): { readonly sampled: Bytes; readonly counted: Bytes } {
    return this.#checked;
  }

  async start(): Promise<void> {
    this.#began = performance.now();
    await Promise.all([this.#counted(true), this.#startSampling()]);
    this.#rollLater(firstMs);
  }

  /** `isEnding`: the thread runs no more JavaScript. Rejects if it is gone. */
  async stop(isEnding: boolean): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#rolling;
    const counted = isEnding ? undefined : this.#counted(false);
    this.#add(await this.#thread.send("HeapProfiler.stopSampling"), await counted);
  }

  async discard(): Promise<void> {
    await this.stop(false).catch(() => undefined);
  }

  #rollLater(afterMs: Milliseconds): void {
    this.#timer = setTimeout(() => {
      this.#rolling = this.#roll().catch(() => {
        // The thread ends, or has ended: what it had is fetched, or said to be lost.
        this.#timer = undefined;
      });
    }, afterMs).unref();
  }

  async #roll(): Promise<void> {
    // A process that was suspended allocated nothing meanwhile.
    const took = Math.min(performance.now() - this.#began, 1.5 * windowMs);
    // All three at once: the thread does nothing of its own in between.
    const [counted, stopped, started] = [
      this.#counted(true),
      this.#thread.send("HeapProfiler.stopSampling"),
      this.#startSampling(),
    ] as const;
    const [bytes, profile] = await Promise.all([counted, stopped, started]);
    this.#began = performance.now();
    const added = this.#add(profile, bytes);
    if (added > 0) this.#interval = this.#intervalFor(added / (took / 1000));
    if (this.#timer !== undefined) this.#rollLater(++this.#windows < firstWindows ? firstMs : windowMs);
  }

  /** What allocates little is sampled finer, from the next window on. */
  #intervalFor(bytesPerSecond: Bytes): Bytes {
    const samplesPerSecond = this.tree.samples < this.#enough ? atFirst : later;
    return Math.min(mostInterval, Math.max(leastInterval, Math.round(bytesPerSecond / samplesPerSecond)));
  }

  #add({ profile }: Record<string, unknown>, counted: Bytes | undefined): Bytes {
    const added = this.tree.add(profile);
    if (counted !== undefined) {
      this.#checked.sampled += added;
      this.#checked.counted += counted;
    }
    return added;
  }

  /** Undefined for a worker without hooks, too. */
  async #counted(goesOn: boolean): Promise<Bytes | undefined> {
    const bytes = await callHook(this.#thread, "takeAllocated", [goesOn]).catch(() => undefined);
    return typeof bytes === "number" && Number.isFinite(bytes) ? bytes : undefined;
  }

  #startSampling(): Promise<unknown> {
    return this.#thread.send("HeapProfiler.startSampling", {
      samplingInterval: this.#interval,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
  }
}
