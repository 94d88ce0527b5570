import type { FileBudget } from "../../budget.ts";
import { StackProfile, nativeFunction } from "../stack-profile.ts";
import type { FirefoxFrame, FirefoxSample, FirefoxThread } from "./firefox-thread.ts";
import { madeOnce } from "../../collections.ts";

/** A stack of the file in our tables. */
interface PlacedStack {
  /** -1 for none. */
  readonly row: number;
  readonly func: number;
  /** Its innermost frame. */
  readonly frame: FirefoxFrame | undefined;
  readonly category: number;
  readonly hasScript: boolean;
}

interface PlacedFrame {
  readonly frame: FirefoxFrame;
  readonly func: number;
}

const noStack: PlacedStack = { row: -1, func: -1, frame: undefined, category: -1, hasScript: false };

/** The stacks of a thread, each created at its first sample. */
export class FirefoxStacks {
  readonly profile: StackProfile;
  readonly #thread: FirefoxThread;
  readonly #stacks = new Map<number, PlacedStack>();
  readonly #frames = new Map<number, PlacedFrame | undefined>();
  /** Number of busy samples with JavaScript. */
  scripted = 0;
  /** Whether a frame of a script has its line. */
  hasLines = false;

  constructor(thread: FirefoxThread, budget: FileBudget) {
    this.#thread = thread;
    this.profile = new StackProfile(budget);
  }

  /** Adds a sample, unless nothing ran or it is worth nothing. */
  add({ stack, time, length, cpu }: FirefoxSample): void {
    const { row, category, hasScript } = this.#stackOf(stack);
    if (row === -1 || length === 0) return;
    const kind = this.#thread.categories[category] ?? "other";
    // Without JavaScript, a thread that used no CPU time waits for work; with it, a call blocks the thread.
    const isIdle = kind === "idle" || (cpu === 0 && !hasScript);
    if (hasScript && !isIdle) this.scripted++;
    this.profile.add(isIdle ? this.#pseudo(-1, "(idle)") : kind === "gc" ? this.#pseudo(row, "(garbage collector)") : row, time, 1, length);
  }

  #pseudo(under: number, name: string): number {
    return this.profile.stackRow(under, this.profile.functionRow(nativeFunction(name)));
  }

  #stackOf(stack: number): PlacedStack {
    const path: number[] = [];
    let under = stack;
    while (under !== -1 && !this.#stacks.has(under)) {
      path.push(under);
      const next = this.#thread.stackAt(under)?.under ?? -1;
      // A stack precedes those on top of it: anything else is damage, and could be a circle.
      under = next < under ? next : -1;
    }
    let placed = this.#stacks.get(under) ?? noStack;
    for (const each of path.reverse()) {
      placed = this.#onTop(placed, each);
      this.#stacks.set(each, placed);
    }
    return placed;
  }

  #onTop(under: PlacedStack, stack: number): PlacedStack {
    const placed = this.#frame(this.#thread.stackAt(stack)?.frame ?? -1);
    if (placed === undefined) return under;
    const { frame, func } = placed;
    if (frame.isScript && frame.line > 0) this.hasLines = true;
    const category = frame.category === -1 ? under.category : frame.category;
    // Addresses do not distinguish the functions of a library here. samply names a compiled function twice: as JavaScript and as machine code.
    if (func === under.func && under.frame !== undefined && (frame.isNameless || (frame.isMachineCode && !under.frame.isMachineCode)))
      return { ...under, category, frame };
    return {
      row: this.profile.stackRow(under.row, func, frame.line, frame.column),
      func,
      frame,
      category,
      hasScript: under.hasScript || frame.isScript,
    };
  }

  #frame(index: number): PlacedFrame | undefined {
    return madeOnce(this.#frames, index, () => {
      const frame = index === -1 ? undefined : this.#thread.frameAt(index);
      return frame && { frame, func: this.profile.functionRow(frame.func) };
    });
  }
}
