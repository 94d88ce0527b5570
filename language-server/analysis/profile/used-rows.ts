import type { Profile } from "./profile.ts";

/** The same samples without stacks, functions and scripts that none of them has. */
export function withoutUnused({ scripts, functions, stacks, samples, deopts, ...rest }: Profile): Profile {
  const usedStacks = new Uint8Array(stacks.func.length);
  for (const rows of [samples.stack, samples.recorded ?? []]) for (const row of rows) if (row >= 0) usedStacks[row] = 1;
  // A prefix precedes its rows.
  for (let row = usedStacks.length - 1; row >= 0; row--) {
    const prefix = stacks.prefix[row];
    if (usedStacks[row] === 1 && prefix >= 0) usedStacks[prefix] = 1;
  }
  const stack = renumbered(usedStacks);
  const func = renumbered(marked(functions.line.length, stack.kept, stacks.func));
  const script = renumbered(marked(scripts.url.length, func.kept, functions.script));
  const all = <Value>(rows: readonly number[], values: ArrayLike<Value>): Value[] => rows.map((row) => values[row]);
  return {
    ...rest,
    scripts: { url: all(script.kept, scripts.url), hash: all(script.kept, scripts.hash) },
    functions: {
      name: all(func.kept, functions.name),
      script: Int32Array.from(func.kept, (row) => script.at(functions.script[row])),
      line: Int32Array.from(all(func.kept, functions.line)),
      column: Int32Array.from(all(func.kept, functions.column)),
      kind: Uint8Array.from(all(func.kept, functions.kind)),
    },
    stacks: {
      prefix: Int32Array.from(stack.kept, (row) => stack.at(stacks.prefix[row])),
      func: Int32Array.from(stack.kept, (row) => func.at(stacks.func[row])),
      line: Int32Array.from(all(stack.kept, stacks.line)),
      column: Int32Array.from(all(stack.kept, stacks.column)),
      certainty: Uint8Array.from(all(stack.kept, stacks.certainty)),
    },
    samples: { ...samples, stack: samples.stack.map(stack.at), recorded: samples.recorded?.map(stack.at) },
    deopts: deopts?.flatMap((each) => (script.at(each.script) < 0 ? [] : [{ ...each, script: script.at(each.script) }])),
  };
}

interface Renumbered {
  /** Old rows in order. */
  readonly kept: readonly number[];
  /** The new row of an old one; -1 if it is not kept. */
  readonly at: (row: number) => number;
}

function renumbered(used: Uint8Array): Renumbered {
  const rows = new Int32Array(used.length).fill(-1);
  const kept: number[] = [];
  used.forEach((is, row) => {
    if (is === 1) rows[row] = kept.push(row) - 1;
  });
  return { kept, at: (row) => rows[row] ?? -1 };
}

/** Marks what the kept rows refer to. */
function marked(length: number, kept: readonly number[], refersTo: Int32Array): Uint8Array {
  const used = new Uint8Array(length);
  for (const row of kept) if ((refersTo[row] ?? -1) >= 0) used[refersTo[row]] = 1;
  return used;
}
