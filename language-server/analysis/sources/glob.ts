/** What an edge consumes: one character, any but a slash, any at all, or none. */
type Label = string | typeof anyInSegment | typeof anyCharacter | typeof nothing;
const anyInSegment = 1;
const anyCharacter = 2;
const nothing = 0;

interface Edge {
  readonly label: Label;
  readonly to: number;
}

/** The rest of a longer pattern is ignored, to limit the cost of matching. */
const longestGlob = 1000;

/**
 * Matches whole paths against a glob with `*`, `**`, `?` and `{a,b}`; everything else is literal. Simulates an automaton (Thompson, 1968),
 * so time is bounded by pattern × path. A regular expression, also picomatch's, can backtrack for minutes with several `**`.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const { edges, end } = automaton(glob.slice(0, longestGlob));
  return (path) => {
    let states = withoutInput(edges, [0]);
    for (let index = 0; index < path.length; index++) {
      const character = path[index] as string;
      const next: number[] = [];
      for (const state of states)
        for (const { label, to } of edges[state] ?? []) {
          if (label === character || label === anyCharacter || (label === anyInSegment && character !== "/")) next.push(to);
        }
      states = withoutInput(edges, next);
      if (states.size === 0) return false;
    }
    return states.has(end);
  };
}

/** The states and everything reachable from them without a character. */
function withoutInput(edges: readonly (readonly Edge[])[], states: readonly number[]): ReadonlySet<number> {
  const reached = new Set(states);
  for (const state of reached) for (const { label, to } of edges[state] ?? []) if (label === nothing) reached.add(to);
  return reached;
}

/** Edges by the state they leave; state 0 is the start. */
function automaton(pattern: string): { readonly edges: readonly (readonly Edge[])[]; readonly end: number } {
  const edges: Edge[][] = [[]];
  const groups: { readonly start: number; readonly end: number }[] = [];
  let at = 0;
  const newState = (): number => edges.push([]) - 1;
  const connect = (from: number, label: Label, to: number): void => void edges[from]?.push({ label, to });
  const advance = (label: Label): void => {
    const next = newState();
    connect(at, label, next);
    at = next;
  };
  const closeGroup = ({ end }: { readonly end: number }): void => {
    connect(at, nothing, end);
    at = end;
  };
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index] as string;
    const group = groups.at(-1);
    if (pattern.startsWith("**/", index)) {
      advance(nothing);
      const segment = newState();
      connect(at, anyInSegment, segment);
      connect(segment, anyInSegment, segment);
      connect(segment, "/", at);
      index += 2;
    } else if (character === "*") {
      advance(nothing);
      const crosses = pattern[index + 1] === "*";
      connect(at, crosses ? anyCharacter : anyInSegment, at);
      if (crosses) index++;
    } else if (character === "?") advance(anyInSegment);
    else if (character === "{" && pattern.includes("}", index)) {
      groups.push({ start: at, end: newState() });
      advance(nothing);
    } else if (character === "}" && group !== undefined) {
      groups.pop();
      closeGroup(group);
    } else if (character === "," && group !== undefined) {
      connect(at, nothing, group.end);
      at = group.start;
      advance(nothing);
    } else advance(character);
  }
  for (const group of groups.reverse()) closeGroup(group);
  return { edges, end: at };
}
