import { CalleeLines, type CalleeLine, type LostShares } from "./callee-lines.ts";
import type { FunctionDefinitions } from "./function-definitions.ts";
import type { InlinedProfile } from "./inline-repair.ts";
import { certainties, functionKinds, type Profile } from "../profile/profile.ts";
import { StackInterner } from "../profile/stack-interner.ts";
import type { Share, Ticks } from "../units.ts";
import { madeOnce } from "../collections.ts";

const inferred = certainties.indexOf("inferred");
const script = functionKinds.indexOf("script");
const program = functionKinds.indexOf("program");
/** From this share on, samples that stay on their line are not marked as inferred. */
const certain: Share = 0.9;
/** A sample without any frame may belong to the function that ran within this many samples before and after it. */
const reach = 50;

/**
 * V8's profiler skips the topmost JavaScript frame while that runs a builtin without a frame of its own (see `LostFrames`): the sample is
 * on the line that called the function. This returns such samples to the function's lines, in proportion to the samples that show these
 * lines, and to what their code can do. It marks them as inferred. A profile with columns is not from the inspector and stays unchanged.
 */
export function restoreLostCalls(
  profile: Profile,
  definitions: FunctionDefinitions,
  inlined: InlinedProfile["inlined"] = new Map(),
): Profile {
  const { stacks, samples, functions } = profile;
  const kindOf = (row: number): number => functions.kind[stacks.func[row] as number] as number;
  if (stacks.column.some((column) => column !== -1)) return profile;
  const lines = new CalleeLines(profile, definitions, inlined);
  const interner = new StackInterner(stacks.prefix.length);
  const kept = new Int32Array(stacks.prefix.length);
  for (let row = 0; row < kept.length; row++) kept[row] = like(row, stacks.certainty[row] as number);
  const dealers = new Map<number, Dealer | undefined>();
  const rootless = new Rootless(profile, lines);

  function like(row: number, certainty: number): number {
    const prefix = stacks.prefix[row] as number;
    const below = prefix === -1 ? -1 : (kept[prefix] as number);
    return interner.row(below, stacks.func[row] as number, stacks.line[row], stacks.column[row], certainty);
  }

  function dealerOn(row: number): Dealer | undefined {
    return madeOnce(dealers, row, () => {
      const site = lines.siteBelow(row);
      const line = stacks.line[site] ?? 0;
      const lost = line > 0 ? lines.lostOn(stacks.func[site] as number, line, stacks.func[row] as number) : undefined;
      return lost && dealerOf(lost);
    });
  }

  function stay(row: number, share: Share): number {
    return share >= certain || kindOf(row) !== script ? (kept[row] as number) : like(row, inferred);
  }

  function above(row: number, { way, line }: CalleeLine): number {
    return way.reduce((at, func, index) => {
      return index === way.length - 1 ? interner.row(at, func, line, -1, inferred) : interner.row(at, func);
    }, row);
  }

  const stack = samples.stack.map((row, sample) => {
    if (row === -1) return -1;
    const isRootless = kindOf(row) === program;
    const dealer = isRootless ? rootless.dealerOf(sample) : dealerOn(row);
    if (dealer === undefined) return kept[row] as number;
    const { target, share } = dealer();
    return target === undefined ? stay(row, share) : above(isRootless ? -1 : (kept[row] as number), target);
  });
  return { ...profile, stacks: interner.stacks(), samples: { ...samples, stack } };
}

/** The target of the next sample (undefined: its own place) and the share of that target. */
type Dealer = () => { readonly target: CalleeLine | undefined; readonly share: Share };

/** Assigns samples to targets in proportion to their shares: the remainder carries over to the next sample. */
function dealerOf({ shares, targets }: LostShares): Dealer {
  const due = new Float64Array(shares.length);
  return () => {
    let best = 0;
    shares.forEach((share, index) => {
      due[index] = (due[index] as number) + share;
      if (due[index] > (due[best] as number)) best = index;
    });
    due[best] = (due[best] as number) - 1;
    return { target: targets[best], share: shares[best] as Share };
  };
}

/** Samples without any frame: of a function that V8 itself calls, such as one that goes on after `await`, the only frame may be lost. */
class Rootless {
  readonly #around: Int32Array;
  readonly #dealers = new Map<number, Dealer | undefined>();

  constructor({ stacks, functions, samples }: Profile, lines: CalleeLines) {
    const outermost = new Int32Array(stacks.prefix.length);
    stacks.prefix.forEach((prefix, row) => (outermost[row] = prefix === -1 ? (stacks.func[row] as number) : (outermost[prefix] as number)));
    const funcs = samples.stack.map((row) => (row === -1 ? -1 : (outermost[row] as number)));
    const isFrameless = (sample: number): boolean => functions.kind[funcs[sample] as number] === program;
    const seek = (from: number, step: number): number => {
      let at = from + step;
      while (Math.abs(at - from) < reach && isFrameless(at)) at += step;
      return funcs[at] ?? -1;
    };
    const ticks = new Map<number, Ticks>();
    this.#around = funcs.map((_func, sample) => {
      if (!isFrameless(sample)) return -1;
      const before = seek(sample, -1);
      if (before === -1 || before !== seek(sample, 1) || functions.kind[before] !== script) return -1;
      ticks.set(before, (ticks.get(before) ?? 0) + 1);
      return before;
    });
    for (const [func, count] of ticks) {
      const lost = lines.lostWithoutCaller(func, count);
      this.#dealers.set(func, lost && dealerOf(lost));
    }
  }

  /** Undefined if the sample belongs to none. */
  dealerOf(sample: number): Dealer | undefined {
    return this.#dealers.get(this.#around[sample] as number);
  }
}
