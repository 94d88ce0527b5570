import * as v8 from "node:v8";

/** V8 10.2 and older have no such class: Node.js 18 before 18.15. */
type Collections = InstanceType<typeof v8.GCProfiler>;

/**
 * Counts what a thread allocates in its heap: how much more is used before each collection than after the one before. It holds V8's sampling
 * to account, which only estimates. Buffers and whatever else is outside the heap are not in it.
 */
export class AllocatedBytes {
  #collections: Collections | undefined;
  #used = 0;

  /** Bytes since the last call that went on; undefined without one, or if V8 does not report collections. `goesOn`: counts from now on. */
  take(goesOn: boolean): number | undefined {
    const collections = this.#collections;
    const now = used();
    let [bytes, before] = [0, this.#used];
    for (const { beforeGC, afterGC } of collections?.stop()?.statistics ?? []) {
      bytes += beforeGC.heapStatistics.usedHeapSize - before;
      before = afterGC.heapStatistics.usedHeapSize;
    }
    this.#collections = goesOn ? started() : undefined;
    this.#used = used();
    return collections && bytes + now - before;
  }
}

function used(): number {
  return v8.getHeapStatistics().used_heap_size;
}

function started(): Collections | undefined {
  const { GCProfiler } = v8 as { readonly GCProfiler?: typeof v8.GCProfiler };
  const collections = GCProfiler && new GCProfiler();
  collections?.start();
  return collections;
}

/**
 * V8's sampler counts what an inlined function allocates for the one that it is inlined into. Call before the app's first line; it holds for all
 * threads of the process.
 */
export function keepFromInlining(): void {
  v8.setFlagsFromString("--no-turbo-inlining");
  // Older ones print that they do not know it.
  if (Number.parseInt(process.versions.v8, 10) >= 12) v8.setFlagsFromString("--no-maglev-inlining");
}
