import type { Profile } from "../profile.ts";
import { StackInterner } from "../stack-interner.ts";
import type { Microseconds } from "../units.ts";
import { FunctionInterner } from "./cpuprofile-functions.ts";

/** A frame of a text of stacks: what it says of its function. */
export interface TextFrame {
  readonly name: string;
  /** "" for native code. */
  readonly url: string;
  /** Where the function starts: line from 1, column from 1; 0 unknown. */
  readonly line: number;
  readonly column: number;
}

/** `JS:*hash /app/util.js:24:11` and `LazyCompile:~hash file:///app/util.js:24`: V8's names for perf, its tiers before the function's name. */
const v8Name = /^(?:JS|LazyCompile|Function|Script|Eval):[*~^+']{0,2}(.*?) ?((?:file:|node:|\/|[A-Za-z]:[\\/])\S.*?|\S+):(\d+)(?::(\d+))?$/;
/** `*hash /app/util.js:24:11`, as 0x folds V8's names. */
const tieredName = /^[*~^+](\S*) (\S.*):(\d+):(\d+)$/;
/** `hash (/app/util.js:24:11)`, as Heatline, Chrome and most other tools write it. */
const placeInParentheses = /^(.*) \((\S.*?):(\d+)(?::(\d+))?\)$/;

/** Longer than any name and path: such a text is not searched for a place. */
const longestFrame = 2000;

/** Reads a frame's text; what has no place in a script is native code of that name. */
export function textFrame(text: string): TextFrame {
  if (text.length > longestFrame) return { name: `${text.slice(0, longestFrame)}…`, url: "", line: 0, column: 0 };
  const found = v8Name.exec(text) ?? tieredName.exec(text) ?? placeInParentheses.exec(text);
  if (found === null) return { name: text, url: "", line: 0, column: 0 };
  const [, name = "", url = "", line, column] = found;
  return { name: name === "<anonymous>" ? "" : name, url, line: Number(line), column: Number(column ?? 0) };
}

/** The lines of a text one by one: of a large one never all at once. */
export function* eachLine(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end === -1 ? undefined : end);
    yield line.endsWith("\r") ? line.slice(0, -1) : line;
    start = end === -1 ? text.length : end + 1;
  }
}

/** Builds a thread's profile of whole stacks whose frames tell functions, and not where in them they stood. */
export class StackTextProfile {
  readonly #functions = new FunctionInterner(() => "");
  readonly #stacks = new StackInterner();
  readonly #rows = new Map<string, number>();
  readonly #stack: number[] = [];
  readonly #times: Microseconds[] = [];
  #scripted = 0;

  /** Of its samples, in the order they were added. */
  get times(): readonly Microseconds[] {
    return this.#times;
  }

  /** Samples in which there is JavaScript. */
  get scripted(): number {
    return this.#scripted;
  }

  /** `count` samples of one stack, its frames' texts callers first. */
  add(frames: readonly string[], time: Microseconds, count = 1): void {
    let row = -1;
    let hasScript = false;
    for (const text of frames) {
      const func = this.#function(text);
      hasScript ||= this.#functions.isScript(func);
      row = this.#stacks.row(row, func);
    }
    if (hasScript) this.#scripted += count;
    for (let sample = 0; sample < count; sample++) {
      this.#stack.push(row);
      this.#times.push(time);
    }
  }

  profile(interval: Microseconds): Profile {
    return {
      scripts: this.#functions.scripts(),
      functions: this.#functions.functions(),
      stacks: this.#stacks.stacks(),
      samples: { stack: Int32Array.from(this.#stack), time: Float64Array.from(this.#times) },
      interval,
    };
  }

  #function(text: string): number {
    const known = this.#rows.get(text);
    if (known !== undefined) return known;
    const { name, url, line, column } = textFrame(text);
    const row = this.#functions.row({
      functionName: name,
      url,
      scriptId: "0",
      lineNumber: line - 1,
      columnNumber: Math.max(0, column - 1),
    });
    this.#rows.set(text, row);
    return row;
  }
}
