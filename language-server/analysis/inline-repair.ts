import type { Definition, FunctionDefinitions } from "./function-definitions.ts";
import { NumberPairs } from "./number-pairs.ts";
import { certainties, functionKinds, type FunctionTable, type Profile } from "./profile.ts";
import { StackInterner } from "./stack-interner.ts";
import { functionAround, siteKinds, type Syntax } from "./syntax.ts";
import type { Line } from "./units.ts";

const exact = certainties.indexOf("exact");
const repaired = certainties.indexOf("repaired");
const script = functionKinds.indexOf("script");
const calls = new Set((["call", "new", "super", "tag"] as const).map((kind) => siteKinds.indexOf(kind)));
/** Inlined functions that call inlined functions, at most. */
const deepestInlining = 4;

/**
 * Node 18 to 25: when the innermost function was inlined, V8's profiler puts the sample on the function around it, with the inlined one's
 * line. A line outside its function's text goes to the function that holds it: one that was seen to be called from there, at once or by way of others, or one
 * of the same text that is called there by name. Where none or several can be meant the line becomes unknown. The frames put in between have no
 * line: call-site inference follows.
 */
export function repairInlined(profile: Profile, definitions: FunctionDefinitions): Profile {
  const { stacks, functions, samples } = profile;
  const foreign = foreignRows(profile, definitions);
  // Without any, what is large stays as it is.
  if (!foreign.includes(1)) return profile;
  const seen = calleesSeen(profile);
  const added = new AddedFunctions(functions);
  const interner = new StackInterner(stacks.prefix.length);
  const moved = new Int32Array(stacks.prefix.length);
  const answers = new NumberPairs();
  const ways: (readonly number[] | undefined)[] = [];

  function wayTo(func: number, line: Line, home: Definition): readonly number[] | undefined {
    const pair = answers.row(func, line);
    if (pair === ways.length) ways.push(wayAlongCalls(func, line, seen, definitions) ?? wayInText(func, line, home, definitions, added));
    return ways[pair];
  }

  for (let row = 0; row < moved.length; row++) {
    const prefix = stacks.prefix[row] as number;
    const func = stacks.func[row] as number;
    const line = stacks.line[row] as number;
    const below = prefix === -1 ? -1 : (moved[prefix] as number);
    const home = foreign[row] === 1 ? definitions.of(func) : undefined;
    if (home === undefined) {
      moved[row] = interner.row(below, func, line, stacks.column[row], stacks.certainty[row]);
      continue;
    }
    const way = wayTo(func, line, home) ?? [];
    let at = interner.row(below, func);
    way.forEach((callee, index) => {
      at = index === way.length - 1 ? interner.row(at, callee, line, -1, repaired) : interner.row(at, callee);
    });
    moved[row] = at;
  }
  const rowOf = (row: number): number => (row === -1 ? -1 : (moved[row] as number));
  return {
    ...profile,
    functions: added.functions(),
    stacks: interner.stacks(),
    samples: { ...samples, stack: samples.stack.map(rowOf), recorded: samples.recorded?.map(rowOf) },
  };
}

/** 1 for every row whose line is outside its function's text. A row with a column is an exact recorder's, and right. */
function foreignRows({ stacks, functions }: Profile, definitions: FunctionDefinitions): Uint8Array {
  const foreign = new Uint8Array(stacks.prefix.length);
  for (let row = 0; row < foreign.length; row++) {
    const line = stacks.line[row] as number;
    const func = stacks.func[row] as number;
    if (line <= 0 || stacks.column[row] !== -1 || stacks.certainty[row] !== exact || functions.kind[func] !== script) continue;
    const home = definitions.of(func);
    if (home !== undefined && !isInside(home, line)) foreign[row] = 1;
  }
  return foreign;
}

/** Functions from the one called to the one that holds the line: the nearest that fits. Empty where several are as near, undefined where none was seen. */
function wayAlongCalls(
  func: number,
  line: Line,
  seen: ReadonlyMap<number, ReadonlySet<number>>,
  definitions: FunctionDefinitions,
): readonly number[] | undefined {
  const visited = new Set([func]);
  let ways: (readonly number[])[] = [[]];
  for (let depth = 0; depth < deepestInlining; depth++) {
    const next: (readonly number[])[] = [];
    for (const way of ways) {
      for (const callee of seen.get(way.at(-1) ?? func) ?? []) {
        if (visited.has(callee)) continue;
        visited.add(callee);
        next.push([...way, callee]);
      }
    }
    const fitting = next.filter((way) => holds(definitions.of(way.at(-1) as number), line));
    if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : [];
    ways = next;
  }
  return undefined;
}

/** A function of the same text that holds the line and is called by name from the function that the sample was put on. */
function wayInText(
  func: number,
  line: Line,
  home: Definition,
  definitions: FunctionDefinitions,
  added: AddedFunctions,
): readonly number[] | undefined {
  const { syntax } = home;
  const row = functionAround(syntax, line, -1);
  if (row <= 0 || row === home.row) return undefined;
  const names = new Set(syntax.functions.calledAs[row]);
  const isCalled = definitions
    .sitesIn(home)
    .some((site) => calls.has(syntax.sites.kind[site] as number) && names.has(syntax.sites.name[site] as string));
  return isCalled ? [added.row(func, syntax, row)] : undefined;
}

function isInside({ syntax, row }: Definition, line: Line): boolean {
  return row === 0
    ? line <= (syntax.functions.endLine[0] as number)
    : line >= (syntax.functions.startLine[row] as number) && line <= (syntax.functions.endLine[row] as number);
}

function holds(definition: Definition | undefined, line: Line): boolean {
  return definition !== undefined && definition.row !== 0 && isInside(definition, line);
}

/** Per function the script functions that it was seen to call. */
function calleesSeen({ stacks, functions }: Profile): Map<number, Set<number>> {
  const seen = new Map<number, Set<number>>();
  stacks.prefix.forEach((prefix, row) => {
    const callee = stacks.func[row] as number;
    if (prefix === -1 || functions.kind[callee] !== script) return;
    const caller = stacks.func[prefix] as number;
    const known = seen.get(caller);
    if (known === undefined) seen.set(caller, new Set([callee]));
    else known.add(callee);
  });
  return seen;
}

/** The profile's functions, and those that were always inlined and so have no row yet. */
class AddedFunctions {
  readonly #known: FunctionTable;
  readonly #rows = new Map<string, number>();
  readonly #added: { readonly name: string; readonly script: number; readonly line: number; readonly column: number }[] = [];

  constructor(known: FunctionTable) {
    this.#known = known;
    known.name.forEach((_, row) => this.#rows.set(`${known.script[row]}:${known.line[row]}:${known.column[row]}`, row));
  }

  /** Row of a function of `syntax`, the text of the script that `func` stands in. */
  row(func: number, syntax: Syntax, at: number): number {
    const place = {
      script: this.#known.script[func] as number,
      line: syntax.functions.line[at] as number,
      column: syntax.functions.column[at] as number,
    };
    const key = `${place.script}:${place.line}:${place.column}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = this.#known.name.length + this.#added.push({ ...place, name: syntax.functions.name[at] as string }) - 1;
    this.#rows.set(key, row);
    return row;
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
