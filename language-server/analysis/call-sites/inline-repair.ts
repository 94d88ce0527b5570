import type { Definition, FunctionDefinitions } from "./function-definitions.ts";
import { NumberPairs, stackLines } from "../profile/number-pairs.ts";
import { certainties, functionKinds, type FunctionTable, type Profile } from "../profile/profile.ts";
import { StackInterner } from "../profile/stack-interner.ts";
import { functionAround, type Syntax } from "../syntax/syntax.ts";
import { TextCalls } from "./text-calls.ts";
import type { Line, Ticks } from "../units.ts";
import { madeOnce } from "../collections.ts";

const exact = certainties.indexOf("exact");
const repaired = certainties.indexOf("repaired");
const script = functionKinds.indexOf("script");
/** Maximum depth of inlined functions that call inlined functions. */
const deepestInlining = 4;

export interface InlinedProfile {
  readonly profile: Profile;
  /**
   * For stack rows, the samples that end there by how many of their innermost functions were inlined (index from 1): the code that ran is
   * that of the function below those.
   */
  readonly inlined: ReadonlyMap<number, readonly Ticks[]>;
}

/**
 * In Node 18 to 25 V8's profiler puts a sample of an inlined function on the enclosing one, with the inlined one's line. This moves such
 * lines to the function that contains them, if it is called from there, directly or not, by samples or by the text. If none or several
 * match, a line outside the function becomes unknown, one inside is kept. Frames inserted in between have no line; call-site inference adds
 * it.
 */
export function repairInlined(profile: Profile, definitions: FunctionDefinitions): InlinedProfile {
  const { stacks, samples } = profile;
  const search = new OwnerSearch(profile, definitions);
  const foreign = search.foreignRows();
  // Without any, a large table is left unchanged.
  if (!foreign.includes(1)) return { profile, inlined: new Map() };
  const interner = new StackInterner(stacks.prefix.length);
  const moved = new Int32Array(stacks.prefix.length);
  const ticks = new Float64Array(stacks.prefix.length);
  for (const row of samples.stack) if (row !== -1) ticks[row] = (ticks[row] as number) + 1;
  const inlined = new Map<number, Ticks[]>();
  for (let row = 0; row < moved.length; row++) {
    const prefix = stacks.prefix[row] as number;
    const func = stacks.func[row] as number;
    const line = stacks.line[row] as number;
    const below = prefix === -1 ? -1 : (moved[prefix] as number);
    const way = foreign[row] === 1 ? search.wayTo(func, line) : undefined;
    if (way === undefined) {
      moved[row] = interner.row(below, func, line, stacks.column[row], stacks.certainty[row]);
      continue;
    }
    let at = interner.row(below, func);
    way.forEach((callee, index) => {
      at = index === way.length - 1 ? interner.row(at, callee, line, -1, repaired) : interner.row(at, callee);
    });
    moved[row] = at;
    if (way.length === 0) continue;
    // The same functions at the same line may have been inlined in one sample and not, or less deep, in another.
    const depths = madeOnce(inlined, at, () => []);
    depths[way.length] = (depths[way.length] ?? 0) + (ticks[row] as number);
  }
  const rowOf = (row: number): number => (row === -1 ? -1 : (moved[row] as number));
  const repairedProfile = {
    ...profile,
    functions: search.added.functions(),
    stacks: interner.stacks(),
    samples: { ...samples, stack: samples.stack.map(rowOf), recorded: samples.recorded?.map(rowOf) },
  };
  return { profile: repairedProfile, inlined };
}

/** Finds the function that contains a sample's line. */
class OwnerSearch {
  readonly added: AddedFunctions;
  readonly #profile: Profile;
  readonly #definitions: FunctionDefinitions;
  readonly #texts = new Map<Syntax, TextCalls>();
  readonly #answers = new NumberPairs();
  readonly #ways: (readonly number[] | undefined)[] = [];
  #seen: ReadonlyMap<number, ReadonlySet<number>> | undefined;

  constructor(profile: Profile, definitions: FunctionDefinitions) {
    this.added = new AddedFunctions(profile.functions);
    this.#profile = profile;
    this.#definitions = definitions;
  }

  /** 1 for every row whose line is not in its own function. Rows with a column come from the exact recorder and are correct. */
  foreignRows(): Uint8Array {
    const { stacks } = this.#profile;
    const { lines, of } = stackLines(stacks);
    const foreign = new Uint8Array(stacks.prefix.length);
    const isForeign: boolean[] = [];
    for (let row = 0; row < foreign.length; row++) {
      const pair = of[row] as number;
      if (pair === -1 || stacks.column[row] !== -1 || stacks.certainty[row] !== exact) continue;
      isForeign[pair] ??= this.#isForeign(lines.first[pair] as number, lines.second[pair] as number);
      if (isForeign[pair]) foreign[row] = 1;
    }
    return foreign;
  }

  #isForeign(func: number, line: Line): boolean {
    const home = this.#profile.functions.kind[func] === script ? this.#definitions.of(func) : undefined;
    return home !== undefined && !this.#isOwn(home, line);
  }

  /** Functions from the callee to the one that contains the line; empty if the line becomes unknown, undefined if it is kept. */
  wayTo(func: number, line: Line): readonly number[] | undefined {
    const pair = this.#answers.row(func, line);
    if (pair === this.#ways.length) this.#ways.push(this.#findWay(func, line));
    return this.#ways[pair];
  }

  #findWay(func: number, line: Line): readonly number[] | undefined {
    const home = this.#definitions.of(func);
    if (home === undefined) return undefined;
    // A function inside this one was most likely inlined into it: a callback, a helper.
    if (isInside(home, line)) return this.#wayInText(func, line, home) ?? someOf(this.#wayAlongCalls(func, line));
    return this.#wayAlongCalls(func, line) ?? this.#wayInText(func, line, home) ?? [];
  }

  /** The nearest match among observed callees. Empty if several are equally near, undefined if there is none. */
  #wayAlongCalls(func: number, line: Line): readonly number[] | undefined {
    this.#seen ??= calleesSeen(this.#profile);
    const visited = new Set([func]);
    let ways: (readonly number[])[] = [[]];
    for (let depth = 0; depth < deepestInlining; depth++) {
      const next: (readonly number[])[] = [];
      for (const way of ways) {
        for (const callee of this.#seen.get(way.at(-1) ?? func) ?? []) {
          if (visited.has(callee)) continue;
          visited.add(callee);
          next.push([...way, callee]);
        }
      }
      const fitting = next.flatMap((way) => {
        const rest = this.#restTo(line, way.at(-1) as number);
        return rest === undefined ? [] : [[...way, ...rest]];
      });
      if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : [];
      ways = next;
    }
    return undefined;
  }

  /** Follows the calls in the text, if a function of the same text contains the line. */
  #wayInText(func: number, line: Line, home: Definition): readonly number[] | undefined {
    const { syntax } = home;
    const text = this.#textOf(syntax);
    const owner = isInside(home, line) ? text.ownerOf(line) : functionAround(syntax, line, -1);
    if (owner === 0 || owner === home.row) return undefined;
    return text.way(home.row, owner)?.map((row) => this.added.row(func, syntax, row));
  }

  #isOwn(home: Definition, line: Line): boolean {
    const text = this.#textOf(home.syntax);
    return isInside(home, line) && !text.isWithin(text.ownerOf(line), home.row);
  }

  /**
   * The rest of the path from a function: empty if the line is its own, longer if a function inside it contains the line; undefined if
   * neither.
   */
  #restTo(line: Line, func: number): readonly number[] | undefined {
    const definition = this.#definitions.of(func);
    if (definition === undefined || definition.row === 0 || !isInside(definition, line)) return undefined;
    return this.#isOwn(definition, line) ? [] : this.#wayInText(func, line, definition);
  }

  #textOf(syntax: Syntax): TextCalls {
    return madeOnce(this.#texts, syntax, () => new TextCalls(syntax));
  }
}

function someOf(way: readonly number[] | undefined): readonly number[] | undefined {
  return way?.length === 0 ? undefined : way;
}

function isInside({ syntax, row }: Definition, line: Line): boolean {
  const { startLine, endLine, endColumn } = syntax.functions;
  // A text usually ends with an empty line.
  const last = (endLine[row] as number) - (endColumn[row] === 0 ? 1 : 0);
  return line <= last && (row === 0 || line >= (startLine[row] as number));
}

/** For each function the script functions that samples show it to call. */
function calleesSeen({ stacks, functions }: Profile): Map<number, Set<number>> {
  const seen = new Map<number, Set<number>>();
  stacks.prefix.forEach((prefix, row) => {
    const callee = stacks.func[row] as number;
    if (prefix === -1 || functions.kind[callee] !== script) return;
    madeOnce(seen, stacks.func[prefix] as number, () => new Set<number>()).add(callee);
  });
  return seen;
}

/** The profile's functions, and functions that were always inlined and therefore have no row yet. */
class AddedFunctions {
  readonly #known: FunctionTable;
  readonly #rows = new Map<string, number>();
  readonly #added: { readonly name: string; readonly script: number; readonly line: number; readonly column: number }[] = [];

  constructor(known: FunctionTable) {
    this.#known = known;
    known.name.forEach((_, row) => this.#rows.set(`${known.script[row]}:${known.line[row]}:${known.column[row]}`, row));
  }

  /** Row of a function of `syntax`, the text of the script that contains `func`. */
  row(func: number, syntax: Syntax, at: number): number {
    const place = {
      script: this.#known.script[func] as number,
      line: syntax.functions.line[at] as number,
      column: syntax.functions.column[at] as number,
    };
    const key = `${place.script}:${place.line}:${place.column}`;
    const name = syntax.functions.name[at] as string;
    return madeOnce(this.#rows, key, () => this.#known.name.length + this.#added.push({ ...place, name }) - 1);
  }

  functions(): FunctionTable {
    const { name, script: scripts, line, column, kind } = this.#known;
    const added = this.#added;
    return {
      name: [...name, ...added.map((each) => each.name)],
      script: Int32Array.from([...scripts, ...added.map((each) => each.script)]),
      line: Int32Array.from([...line, ...added.map((each) => each.line)]),
      column: Int32Array.from([...column, ...added.map((each) => each.column)]),
      kind: Uint8Array.from([...kind, ...added.map(() => script)]),
    };
  }
}
