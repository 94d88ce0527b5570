import { AllocationTree, tickBytes } from "../../../analysis/allocations/allocation-tree.ts";
import type { Problem } from "../../../analysis/profile/profile.ts";
import type { Bytes, Share } from "../../../analysis/units.ts";
import { UserError } from "../../../analysis/user-error.ts";
import { FetchingRecorder } from "../../inspector/fetching-recorder.ts";
import { ownerOf } from "../../inspector/recorder-frames.ts";
import { type ProfileTexts, readProfileTexts } from "../../inspector/thread-scripts.ts";
import { monotonicUs } from "../../in-app/thread-clock.ts";
import type { AppThreadTarget, RecordedThread, RecorderFactory } from "../../recorder.ts";
import { SampledHeap } from "./sampled-heap.ts";

/** From here on V8 can sample what it has collected by the time it is asked; before, most of what is allocated is lost. */
const firstMajor = 20;
/** By more the sums of V8's samples and of its collections must not differ. */
const mostDifference: Share = 0.05;

interface Fetched {
  readonly thread: AppThreadTarget;
  readonly heap: SampledHeap;
  readonly texts: ProfileTexts;
}

/** Records which functions allocate, by V8's sampling heap profiler. A tick of its threads is worth bytes instead of time. */
export class AllocationsRecorder extends FetchingRecorder<Fetched> {
  readonly #heaps = new Map<AppThreadTarget, SampledHeap>();
  readonly #enough: number | undefined;
  #began = 0;

  /** `enough`: of how many samples of a thread on fewer are taken. */
  constructor(enough?: number) {
    super();
    this.#enough = enough;
  }

  static readonly create: RecorderFactory = ({ nodeVersion }) => {
    const major = Number.parseInt(nodeVersion, 10);
    return major < firstMajor
      ? Promise.reject(new UserError("allocations.oldNode", { version: nodeVersion, least: firstMajor }))
      : Promise.resolve(new AllocationsRecorder());
  };

  override async start(): Promise<void> {
    this.#began = monotonicUs();
    await super.start();
  }

  protected async begin(thread: AppThreadTarget, isRecording: boolean): Promise<void> {
    if (isRecording) await this.startIn(thread);
  }

  protected async startIn(thread: AppThreadTarget): Promise<void> {
    const heap = this.#newHeap(thread);
    this.#heaps.set(thread, heap);
    await heap.start();
  }

  protected async fetch(thread: AppThreadTarget, isEnding: boolean): Promise<Fetched> {
    const heap = this.#heaps.get(thread) ?? this.#newHeap(thread);
    this.#heaps.delete(thread);
    await heap.stop(isEnding);
    return { thread, heap, texts: await readProfileTexts(thread, heap.tree.frames) };
  }

  protected async discardIn(thread: AppThreadTarget): Promise<void> {
    await this.#heaps.get(thread)?.discard();
    this.#heaps.delete(thread);
  }

  #newHeap(thread: AppThreadTarget): SampledHeap {
    return new SampledHeap(thread, new AllocationTree(ownerOf), this.#enough);
  }

  protected recorded(fetched: readonly Fetched[]): readonly RecordedThread[] {
    const unit = tickBytes(fetched.map(({ heap }) => heap.tree));
    const difference = differenceOf(fetched.map(({ heap }) => heap));
    return fetched.map(({ thread, heap, texts }, index): RecordedThread => {
      const profile = heap.tree.profile(unit, texts.hashOf);
      const problems = [...texts.problems, ...(index === 0 ? difference : [])];
      const { pid, name } = thread;
      return { pid, name, recorder: "inspector", profile, zeroUs: this.#began, problems, scripts: texts.of(profile.scripts) };
    });
  }
}

/** Said of all threads together: what V8's samples and its collections know of the same windows. */
function differenceOf(heaps: readonly Pick<SampledHeap, "checked">[]): readonly Problem[] {
  const sum = (of: (heap: Pick<SampledHeap, "checked">) => Bytes): Bytes => heaps.reduce((all, heap) => all + of(heap), 0);
  const [sampled, counted] = [sum(({ checked }) => checked.sampled), sum(({ checked }) => checked.counted)];
  if (counted <= 0 || Math.abs(sampled / counted - 1) <= mostDifference) return [];
  const percent = Math.round(100 * Math.abs(sampled / counted - 1));
  return [{ code: sampled > counted ? "allocations.more" : "allocations.less", values: { percent }, count: 1 }];
}
