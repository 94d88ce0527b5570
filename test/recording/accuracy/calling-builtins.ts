import path from "node:path";
import { certainties, functionKinds, type Profile } from "../../../language-server/analysis/profile/profile.ts";
import type { TickLogDecoder } from "../../../language-server/analysis/tick-log/tick-log-decoder.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";
import { gcFlags, record } from "./ground-truth.ts";

/**
 * A loop in the program of builtins that call JavaScript, on the lines from `first` to `last`; its builtin calls the function on line
 * `callee`.
 */
interface Loop {
  readonly name: string;
  readonly kind: "empty" | "arithmetic" | "strings" | "reads";
  readonly callee: number;
  readonly first: number;
  readonly last: number;
}

export interface CallingErrors {
  /** Σ |measured − true| ÷ all ticks, over the self ticks of each loop and each callee; as decoded, and without the repair of lost frames. */
  readonly self: number;
  readonly plainSelf: number;
  /** Share of the ticks on a wrong line without ≈. */
  readonly wrongAsFact: number;
  /** Share of an empty function in the ticks of the loops that call it. */
  readonly emptyCallees: number;
  /** The same errors for the loops of one kind, as shares of their own ticks. */
  readonly groups: readonly GroupErrors[];
}

interface GroupErrors {
  readonly name: string;
  readonly self: number;
  readonly plainSelf: number;
  /** The largest share of ticks on one wrong line without ≈, less what chance may add to so few ticks. */
  readonly wrongLine: number;
}

const groups: readonly (readonly [string, RegExp])[] = [
  ["proxies", /^proxy/],
  ["accessors", /^(?:getter|setter|assign)/],
  ["conversions", /^(?:valueOf|toString|toPrimitive|hasInstance)/],
  ["iterators", /^iterator/],
  ["spread and apply", /^(?:callSpread|apply|reflect|bound)/],
  ["look-ups in a Map", /^mapOfObjects/],
  ["comparators from elsewhere", /^(?:comparator|collator)/],
  ["callbacks", /./],
];

function groupOf({ name }: Loop): string {
  return groups.find(([, pattern]) => pattern.test(name))?.[0] ?? "";
}

/** The innermost line of a stack in the program, its loop, and the native function on top. */
interface Place {
  readonly native: string;
  /** 0 if the innermost script frame is not in a loop. */
  readonly line: number;
  readonly isInferred: boolean;
  /** Row of the loop that contains any frame, or -1. */
  readonly loop: number;
  readonly isMeasured: boolean;
}

/** The owner of the ticks is known from builtins that only callees use: one compares strings, others read properties. */
const builtinsOfCallees = { empty: /^(?!)/, arithmetic: /^(?!)/, strings: /^StringEqual/, reads: /^LoadIC(?:Trampoline)?_Megamorphic/ };
/** Loops that read such properties themselves. */
const readers = /^getter(?:Many|OfClasses)$/;

export async function measureCalling(major: number): Promise<CallingErrors> {
  const program = path.join(import.meta.dirname, "../../fixtures/ground-truth/calling-builtins.mjs");
  const { output, decoder } = await record(await nodeOf(major), major, 200, [...gcFlags, program, "4000"]);
  return callingErrors(decoder, JSON.parse(output) as readonly Loop[]);
}

function callingErrors(decoder: TickLogDecoder, loops: readonly Loop[]): CallingErrors {
  const from = decoder.anchors.get("heatline-anchor-measured") ?? 0;
  const to = decoder.anchors.get("heatline-anchor-end") ?? 0;
  const { profile } = decoder.profile({ from, to });
  const places = new Places(profile, loops);
  const { stack, recorded = stack } = profile.samples;
  const ticks = [...stack.keys()].flatMap((row) => {
    const [measured, plain] = [places.of(stack[row] as number), places.of(recorded[row] as number)];
    return plain.isMeasured ? [{ measured, plain }] : [];
  });
  const counts = { truth: new Map<string, number>(), measured: new Map<string, number>(), plain: new Map<string, number>() };
  const ofGroup = new Map(groups.map(([name]) => [name, new GroupCounts()]));
  let [all, wrongAsFact, empty, emptyCallees] = [0, 0, 0, 0];
  ticks.forEach(({ measured, plain }, at) => {
    const row = plain.loop >= 0 ? plain.loop : loopAround(ticks, at);
    const loop = loops[row];
    if (loop === undefined || (loop.kind === "reads" && readers.test(loop.name))) return;
    const truth = `${row} ${plain.line === loop.callee || builtinsOfCallees[loop.kind].test(plain.native) ? "callee" : "loop"}`;
    const found = keyOf(measured, loops);
    add(counts.truth, truth);
    add(counts.measured, found);
    add(counts.plain, keyOf(plain, loops));
    ofGroup.get(groupOf(loop))?.add(truth, found, keyOf(plain, loops), measured.isInferred);
    all += 1;
    if (found !== truth && !measured.isInferred) wrongAsFact += 1;
    if (loop.kind === "empty") empty += 1;
    if (loop.kind === "empty" && measured.line === loop.callee) emptyCallees += 1;
  });
  return {
    self: difference(counts.truth, counts.measured) / all,
    plainSelf: difference(counts.truth, counts.plain) / all,
    wrongAsFact: wrongAsFact / all,
    emptyCallees: emptyCallees / empty,
    groups: [...ofGroup].map(([name, group]) => group.errors(name)),
  };
}

class GroupCounts {
  readonly #truth = new Map<string, number>();
  readonly #measured = new Map<string, number>();
  readonly #plain = new Map<string, number>();
  readonly #wrong = new Map<string, number>();
  #all = 0;

  add(truth: string, measured: string, plain: string, isInferred: boolean): void {
    this.#all += 1;
    add(this.#truth, truth);
    add(this.#measured, measured);
    add(this.#plain, plain);
    if (measured !== truth && !isInferred) add(this.#wrong, measured);
  }

  errors(name: string): GroupErrors {
    return {
      name,
      self: difference(this.#truth, this.#measured) / this.#all,
      plainSelf: difference(this.#truth, this.#plain) / this.#all,
      wrongLine: Math.max(0, ...[...this.#wrong.values()].map((ticks) => ticks - 2 * Math.sqrt(ticks))) / this.#all,
    };
  }
}

class Places {
  readonly #profile: Profile;
  readonly #loops: readonly Loop[];
  readonly #known = new Map<number, Place>();

  constructor(profile: Profile, loops: readonly Loop[]) {
    this.#profile = profile;
    this.#loops = loops;
  }

  of(stack: number): Place {
    let place = this.#known.get(stack);
    if (place === undefined) this.#known.set(stack, (place = this.#read(stack)));
    return place;
  }

  #read(stack: number): Place {
    const { stacks, functions, scripts } = this.#profile;
    let native: string | undefined;
    let line: number | undefined;
    let isInferred = false;
    let loop = -1;
    for (let at = stack; at >= 0; at = stacks.prefix[at] as number) {
      const func = stacks.func[at] as number;
      if (functionKinds[functions.kind[func] as number] !== "script") {
        native ??= line === undefined ? functions.name[func] : "";
        continue;
      }
      if (functions.name[func] === "runLoop") return { native: native ?? "", line: line ?? 0, isInferred, loop, isMeasured: true };
      const isOurs = scripts.url[functions.script[func] as number] === "/ground-truth/calling.js";
      if (line === undefined) isInferred = certainties[stacks.certainty[at] as number] === "inferred";
      line ??= isOurs ? stacks.line[at] : 0;
      if (loop < 0 && isOurs) loop = loopAt(this.#loops, stacks.line[at] as number);
    }
    return { native: native ?? "", line: line ?? 0, isInferred, loop, isMeasured: false };
  }
}

/** The loop of the nearest ticks before and after, if they agree: the loops run one after the other. */
function loopAround(ticks: readonly { readonly plain: Place }[], at: number): number {
  let [before, after] = [at, at];
  while (before >= 0 && ticks[before]?.plain.loop === -1) before -= 1;
  while (after < ticks.length && ticks[after]?.plain.loop === -1) after += 1;
  const loop = ticks[before]?.plain.loop ?? -1;
  return loop === ticks[after]?.plain.loop ? loop : -1;
}

function loopAt(loops: readonly Loop[], line: number): number {
  return loops.findIndex(({ first, last }) => line >= first && line <= last);
}

function keyOf({ line }: Place, loops: readonly Loop[]): string {
  const row = loopAt(loops, line);
  return row < 0 ? "elsewhere" : `${row} ${line === loops[row]?.callee ? "callee" : "loop"}`;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function difference(some: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const key of new Set([...some.keys(), ...others.keys()])) sum += Math.abs((some.get(key) ?? 0) - (others.get(key) ?? 0));
  return sum;
}
