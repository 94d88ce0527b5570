import { CallMatcher } from "./call-matching.ts";
import type { FunctionDefinitions } from "./function-definitions.ts";
import type { InlinedProfile } from "./inline-repair.ts";
import { codeOf, workOf, type LineWork } from "./line-work.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { functionKinds, type Profile } from "../profile/profile.ts";
import { siteKinds } from "../syntax/syntax.ts";
import type { Line, Share, Ticks } from "../units.ts";
import { madeOnce } from "../collections.ts";

const script = functionKinds.indexOf("script");
const native = functionKinds.indexOf("native");
const calls = new Set((["call", "new", "super", "tag"] as const).map((kind) => siteKinds.indexOf(kind)));
/** V8 inlines deeper, but what is inlined deep has few samples. */
const deepest = 5;
const mostLines = 64;
/** How many lines without code are skipped. */
const farthestNext = 10;
/** Samples that lose their frame for each one that keeps it, in code that only compares strings: 5 to 8 on Node 20 to 26. */
const lostPerKept = 6;
/** Upper limit of that number if the call itself is only a guess: nothing says on which line it is, or it is on the next one. */
const mostLostPerKept = 20;
/** This many samples of a site always stay there: so few prove nothing. */
const staying: Ticks = 2;
/** If the call is on the next line, only lines of the callee count that are at least this likely to lose their frame. */
const leastOfNext: Share = 0.5;
/** Minimum share of time that code spends with its own frame on top. */
const leastFramed: Share = 0.02;
/** The same for a builtin that calls functions: it has a frame, but is also on top while the frame of its callee is lost. */
const framedBuiltin: Share = 0.15;
/** The same if a builtin calls the function (a proxy's trap, an accessor, a conversion): the builtin has a frame and takes longer. */
const framedHidden: Share = 1;

/** A line in a function called from a site, or in what that calls: where a lost frame may have been. */
export interface CalleeLine {
  /** Functions from the callee on. */
  readonly way: readonly number[];
  readonly line: Line;
}

/** Where the samples of a site belong, in shares that add up to 1: lines of callees, and the site itself (undefined). */
export interface LostShares {
  readonly targets: readonly (CalleeLine | undefined)[];
  readonly shares: readonly Share[];
}

/** A line with its ticks, as far as its code may have lost some. */
interface WeighedLine {
  readonly target: CalleeLine;
  readonly weight: number;
}

/** Ticks by callee. */
type Edges = ReadonlyMap<number, Ticks>;

interface Called {
  readonly callee: number;
  readonly ticks: Ticks;
  /** True for a function that builtins call: a trap, an accessor, a conversion. */
  readonly isHidden: boolean;
  /** True if nothing says on which line it is called. */
  readonly isGuessed: boolean;
  /** Minimum `frameless` of the lines that count. */
  readonly least: Share;
}

/** What a profile shows about the callees of its functions. */
export class CalleeLines {
  readonly #profile: Profile;
  readonly #definitions: FunctionDefinitions;
  readonly #inlined: InlinedProfile["inlined"];
  readonly #matcher: CallMatcher;
  /** Pairs (function of the site, innermost function: itself or the builtin on top of it). `#edges` has what each pair was seen to call. */
  readonly #callers = new NumberPairs();
  readonly #edges: Map<number, Ticks>[] = [];
  /** By stack row: ticks in it, ticks through it, the next row on the same prefix, and the first one on it. */
  readonly #leaf: Float64Array;
  readonly #through: Float64Array;
  readonly #next: Int32Array;
  readonly #above: Int32Array;
  readonly #rowsOf = new Map<number, number[]>();
  readonly #ticksOf: Float64Array;
  readonly #linesOf = new Map<number, readonly WeighedLine[]>();
  readonly #work = new Map<number, Map<Line, LineWork>>();
  readonly #siteTicks = new Map<string, Ticks>();
  readonly #found = new Map<string, LostShares | undefined>();

  constructor(profile: Profile, definitions: FunctionDefinitions, inlined: InlinedProfile["inlined"]) {
    this.#profile = profile;
    this.#definitions = definitions;
    this.#inlined = inlined;
    this.#matcher = new CallMatcher(profile, definitions);
    const { stacks, samples, functions } = profile;
    const count = stacks.prefix.length;
    this.#leaf = new Float64Array(count);
    this.#next = new Int32Array(count).fill(-1);
    this.#above = new Int32Array(count).fill(-1);
    this.#ticksOf = new Float64Array(functions.name.length);
    for (const row of samples.stack) if (row !== -1) this.#leaf[row] = (this.#leaf[row] as number) + 1;
    this.#through = this.#leaf.slice();
    for (let row = count - 1; row >= 0; row--) {
      const prefix = stacks.prefix[row] as number;
      if (prefix === -1) continue;
      this.#through[prefix] = (this.#through[prefix] as number) + (this.#through[row] as number);
      this.#next[row] = this.#above[prefix] as number;
      this.#above[prefix] = row;
    }
    for (let row = 0; row < count; row++) {
      const func = stacks.func[row] as number;
      if (functions.kind[func] !== script) continue;
      this.#ticksOf[func] = (this.#ticksOf[func] as number) + (this.#through[row] as number);
      madeOnce(this.#rowsOf, func, () => []).push(row);
      this.#addEdge(row, func);
    }
    for (let row = 0; row < count; row++) {
      if (this.#leaf[row] === 0) continue;
      const site = this.siteBelow(row);
      if (site === -1) continue;
      const key = `${stacks.func[site]} ${stacks.line[site]} ${stacks.func[row]}`;
      this.#siteTicks.set(key, (this.#siteTicks.get(key) ?? 0) + (this.#leaf[row] as number));
    }
  }

  /**
   * Where samples of function `site` at a line belong if `top` (`site` itself or a builtin) is innermost. Undefined if they belong to the
   * line.
   */
  lostOn(site: number, line: Line, top: number): LostShares | undefined {
    const key = `${site} ${line} ${top}`;
    return madeOnce(this.#found, key, () => this.#shares(site, line, top, this.#siteTicks.get(key) ?? 0));
  }

  /** The same for `ticks` samples without any frame, while a function that V8 calls was running. */
  lostWithoutCaller(func: number, ticks: Ticks): LostShares | undefined {
    const kept = this.#linesIn(func).filter(({ target }) => target.way.length === 1);
    const seen = kept.reduce((sum, { weight }) => sum + weight, 0);
    if (seen === 0) return undefined;
    // Squared: native code that V8's profiler knows nothing of has no frame either, so likely losses count for more.
    const most = kept.reduce((sum, { target, weight }) => sum + weight * this.#workOf(func, target.line).frameless, 0);
    const share = Math.min(1, (mostLostPerKept * most) / ticks);
    return sharesOf(kept, seen, share);
  }

  #shares(site: number, line: Line, top: number, ticks: Ticks): LostShares | undefined {
    const edges: Edges = this.#edges[this.#callers.row(site, top)] ?? new Map();
    const called = site === top ? this.#calledFrom(site, line, edges) : calledByBuiltin(edges);
    if (called.length === 0) return undefined;
    const own = this.#workOf(site, line);
    const found = called.flatMap(({ callee, ticks: through, least }) => {
      const part = through / Math.max(1, this.#ticksOf[callee] as number);
      const able = this.#linesIn(callee).filter(({ target }) => this.#workOf(target.way.at(-1) as number, target.line).frameless >= least);
      return able.map(({ target, weight }) => ({ target, weight: weight * part }));
    });
    const kept = found.toSorted((a, b) => b.weight - a.weight).slice(0, mostLines);
    const seen = kept.reduce((sum, { weight }) => sum + weight, 0);
    if (seen === 0) return undefined;
    const lost = lostPerKept * seen;
    const framed = Math.max(
      leastFramed,
      site === top ? own.framed : framedBuiltin,
      called.some(({ isHidden }) => isHidden) ? framedHidden : 0,
    );
    const mostLost = called.every(({ isGuessed, least }) => isGuessed || least > 0) ? Math.min(1, (mostLostPerKept * seen) / ticks) : 1;
    const share = (mostLost * lost) / (lost + ticks * framed + staying);
    return sharesOf(kept, seen, share);
  }

  /** Callees that a line of a function calls: by name, or if no other line is known to. */
  #calledFrom(site: number, line: Line, edges: Edges): Called[] {
    const home = this.#definitions.of(site);
    if (home === undefined) return [];
    const { sites } = home.syntax;
    const isCall = (row: number): boolean => calls.has(sites.kind[row] as number);
    const own = this.#definitions.sitesIn(home).filter(isCall);
    const starts = own.some((row) => sites.line[row] === line);
    // Arguments of a call may be on lines after its name.
    const isOn = (row: number): boolean =>
      sites.line[row] === line || (!starts && (sites.line[row] as number) < line && (sites.endLine[row] as number) >= line);
    const callsHere = own.some(isOn);
    const next = this.#lineAfter(site, line);
    return [...edges].flatMap(([callee, ticks]) => {
      const named = this.#matcher.namedSites(site, callee);
      const here = named.filter(isOn);
      const places = here.length > 0 ? here : named.filter((row) => sites.line[row] === next);
      const least = here.length > 0 ? 0 : leastOfNext;
      if (places.length > 0) return { callee, ticks, isHidden: !places.some(isCall), isGuessed: false, least };
      const isHidden = isCalledByBuiltins(this.#profile.functions.name[callee] as string);
      // Node's own hooks are called from C++: to prepare a stack trace, to end an async operation.
      const isHook = this.#isNode(callee) && !this.#isNode(site);
      return named.length > 0 || isHook || !(isHidden || callsHere) ? [] : { callee, ticks, isHidden, isGuessed: true, least: 0 };
    });
  }

  /**
   * The next line with code, if hardly any ticks are on it; else 0. The profiler may place a call in interpreted code at the position
   * before it.
   */
  #lineAfter(site: number, line: Line): Line {
    let next = line + 1;
    while (next - line < farthestNext && !/[\w$]/.test(codeOf(this.#definitions.lineOf(site, next)))) next += 1;
    const ticksOn = (each: Line): Ticks => this.#siteTicks.get(`${site} ${each} ${site}`) ?? 0;
    return ticksOn(next) * 4 < ticksOn(line) ? next : 0;
  }

  /** Lines of a function, and of what it calls, with the ticks that they have and may have lost. */
  #linesIn(func: number): readonly WeighedLine[] {
    return madeOnce(this.#linesOf, func, () => {
      const sums = new Map<string, WeighedLine>();
      for (const row of this.#rowsOf.get(func) ?? []) this.#addLines(row, [], sums);
      return [...sums.values()].toSorted((a, b) => b.weight - a.weight).slice(0, mostLines);
    });
  }

  #addLines(row: number, before: readonly number[], sums: Map<string, WeighedLine>): void {
    const { stacks, functions } = this.#profile;
    const func = stacks.func[row] as number;
    if (functions.kind[func] !== script) return;
    const way = [...before, func];
    const line = stacks.line[row] as number;
    // Code that was inlined into the caller itself is lost together with it.
    const inlinedThere = this.#inlined.get(row)?.slice(way.length) ?? [];
    const ticks = (this.#leaf[row] as number) - inlinedThere.reduce((sum, each) => sum + each, 0);
    if (line > 0 && ticks > 0) {
      const weight = ticks * this.#workOf(func, line).frameless;
      const key = `${way.join()} ${line}`;
      if (weight > 0) sums.set(key, { target: { way, line }, weight: weight + (sums.get(key)?.weight ?? 0) });
    }
    if (way.length >= deepest) return;
    for (let above = this.#above[row] as number; above !== -1; above = this.#next[above] as number) this.#addLines(above, way, sums);
  }

  #workOf(func: number, line: Line): LineWork {
    const lines = madeOnce(this.#work, func, () => new Map<Line, LineWork>());
    return madeOnce(lines, line, () => workOf(this.#definitions.lineOf(func, line)));
  }

  #isNode(func: number): boolean {
    const { functions, scripts } = this.#profile;
    return scripts.url[functions.script[func] as number]?.startsWith("node:") === true;
  }

  #addEdge(row: number, callee: number): void {
    const { stacks } = this.#profile;
    const prefix = stacks.prefix[row] as number;
    if (prefix === -1) return;
    const site = this.siteBelow(prefix);
    if (site === -1) return;
    const caller = this.#callers.row(stacks.func[site] as number, stacks.func[prefix] as number);
    const edges = (this.#edges[caller] ??= new Map());
    edges.set(callee, (edges.get(callee) ?? 0) + (this.#through[row] as number));
  }

  /** The innermost row that is not a builtin, from `row` outwards; -1 if there is none, or if it is not a script function. */
  siteBelow(row: number): number {
    const { stacks, functions } = this.#profile;
    let at = row;
    while (at !== -1 && functions.kind[stacks.func[at] as number] === native) at = stacks.prefix[at] as number;
    return at === -1 || functions.kind[stacks.func[at] as number] !== script ? -1 : at;
  }
}

/** Whatever a builtin was seen to call, it calls from the line that calls the builtin. */
function calledByBuiltin(edges: Edges): Called[] {
  return [...edges].map(([callee, ticks]) => ({ callee, ticks, isHidden: false, isGuessed: false, least: 0 }));
}

/** `lost` is the share that the lines have together, in proportion to their weights, whose sum is `all`. */
function sharesOf(lines: readonly WeighedLine[], all: number, lost: Share): LostShares {
  return {
    targets: [undefined, ...lines.map(({ target }) => target)],
    shares: [1 - lost, ...lines.map(({ weight }) => (lost * weight) / all)],
  };
}

function isCalledByBuiltins(name: string): boolean {
  return /^(?:get|set) |^(?:get|set|has|apply|construct|deleteProperty|ownKeys|valueOf|toString|toJSON|next)$|\[Symbol\./.test(name);
}
