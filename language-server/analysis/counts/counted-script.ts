import { parseTree } from "../syntax/syntax-parser.ts";
import { TextPositions } from "../syntax/text-positions.ts";
import type { Column, Line } from "../units.ts";
import { countedCode, type CountedCode } from "./counted-code.ts";
import { type CountedFunction, type CountedRange, initializerNames, rangesOf } from "./counts.ts";
import { ThreadScriptCounts } from "./script-counts.ts";

/** A place of a script, and how often all threads together ran what begins there. */
interface CountedPlace {
  readonly line: Line;
  readonly column: Column;
  readonly count: number;
}

export interface CountedStart extends CountedPlace {
  /** Of all that begins on the line. */
  readonly most: number;
  readonly isTopLevel: boolean;
}

export interface CountedFunctionStart extends CountedPlace {
  readonly name: string;
}

export interface CountedLoop extends CountedPlace {
  /** How often its body ran. */
  readonly turns: number;
  /** Of the function around it. */
  readonly calls: number;
  /** The loop around it in the same function. */
  readonly outer: CountedLoop | undefined;
}

export interface CountedScript {
  readonly url: string;
  /** Of own code. */
  readonly starts: readonly CountedStart[];
  readonly functions: readonly CountedFunctionStart[];
  /** Of own code. */
  readonly loops: readonly CountedLoop[];
}

type CountAt = (...at: Parameters<ThreadScriptCounts["at"]>) => number | undefined;

interface ScriptText {
  readonly url: string;
  readonly text: string;
  /** Only of these lines are counted. */
  readonly isOwn: boolean;
  /** Its lines are none of a source: a source map says what begins where. */
  readonly isMapped: boolean;
}

/** `threads`: what each thread counted of the script. */
export function countedScript({ url, text, isOwn, isMapped }: ScriptText, threads: readonly (readonly CountedFunction[])[]): CountedScript {
  const positions = new TextPositions(text);
  const tree = isOwn ? parseTree(text, url) : undefined;
  const code: CountedCode = tree === undefined ? { starts: [], loops: [], renewed: [], classes: new Set() } : countedCode(tree);
  const isClass = ({ start, end }: CountedRange): boolean => code.classes.has(`${start} ${end}`);
  const counts = threads.map((functions) => new ThreadScriptCounts(functions, code.renewed, isClass));
  const countAt: CountAt = (offset, block, by) => {
    let sum = 0;
    for (const each of counts) {
      const count = each.at(offset, block, by);
      if (count === undefined) return undefined;
      sum += count;
    }
    return sum;
  };
  const at = (offset: number): { readonly line: Line; readonly column: Column } => positions.at(offset);
  const placed = code.starts.flatMap((start): readonly CountedStart[] => {
    const count = countAt(start.counted, start.block, start.by);
    return count === undefined ? [] : [{ ...at(start.offset), count, most: count, isTopLevel: start.isTopLevel }];
  });
  return {
    url,
    starts: isMapped ? placed : firstOfLines(placed),
    functions: functionStarts(threads, text.length).map(({ start, ...named }) => ({ ...at(start), ...named })),
    loops: loopsOf(code, countAt, at),
  };
}

/** In the order of the text. */
export function firstOfLines<Start extends CountedStart>(starts: readonly Start[]): readonly Start[] {
  const byLine = new Map<Line, Start>();
  for (const start of starts) {
    const first = byLine.get(start.line);
    if (first === undefined) byLine.set(start.line, start);
    else if (start.most > first.most) byLine.set(start.line, { ...first, most: start.most });
  }
  return [...byLine.values()];
}

/** Without those of fields, and the script itself. */
function functionStarts(
  threads: readonly (readonly CountedFunction[])[],
  length: number,
): readonly { readonly start: number; readonly name: string; readonly count: number }[] {
  const all = new Map<string, { readonly start: number; readonly name: string; count: number }>();
  for (const counted of threads.flat()) {
    const [whole] = rangesOf(counted);
    if (whole === undefined || initializerNames.some((name) => name === counted.name)) continue;
    if (whole.start === 0 && whole.end >= length && counted.name === "") continue;
    const key = `${whole.start} ${whole.end}`;
    const same = all.get(key);
    if (same === undefined) all.set(key, { start: whole.start, name: counted.name, count: whole.count });
    else same.count += whole.count;
  }
  return [...all.values()];
}

function loopsOf(
  { loops }: CountedCode,
  countAt: CountAt,
  at: (offset: number) => { readonly line: Line; readonly column: Column },
): readonly CountedLoop[] {
  const counted: CountedLoop[] = [];
  for (const { start, body, by, block, func, outer } of loops) {
    const calls = func === -1 ? 0 : countAt(func, -1, undefined);
    const [count = 0, turns = 0] = [countAt(start, block, by), countAt(body, body, by)];
    counted.push({ ...at(start), count, turns, calls: calls ?? 0, outer: counted[outer] });
  }
  return counted;
}
