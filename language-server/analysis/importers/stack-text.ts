import type { Microseconds } from "../units.ts";
import { type NamedFunction, StackProfile, nativeFunction } from "./stack-profile.ts";
import { madeOnce } from "../collections.ts";
import { shortened } from "../shortened.ts";

/**
 * `JS:*hash /app/util.js:24:11` and `LazyCompile:~hash file:///app/util.js:24`: V8's names for perf (CodeEventLogger in v8/src/logging/log.cc).
 * Before the function's name stands its tier: `~`, `^`, `+` or `*`, with `o` for code that was entered in a loop (V8 14), and `'` for code of
 * one context.
 */
const v8Name = /^(?:JS|LazyCompile|Function|Script|Eval|Native(?:LazyCompile|Function|Script)):(?!:)([~^]|o?[+*]'?)?(.*)$/s;
/** `*hash /app/util.js:24:11`, as 0x folds V8's names. */
const tieredName = /^(?:[~^]|o?[+*]'?)(\S*) (\S.*):(\d+):(\d+)$/;
/** `hash (/app/util.js:24:11)`, as Heatline, Chrome and most other tools write it. */
const placeInParentheses = /^(.*) \((\S.*?):(\d+)(?::(\d+))?\)$/;
/** A name, which may have blanks, and a script, which may have some if it is a path or URL; "" for code of `eval` and `new Function`. */
const nameAndScript = /^(.*?) ((?:[a-z][\w+.-]*:|\/|[A-Z]:[\\/])\S.*)$/s;
const placeAtEnd = /^(.*?):(\d+)(?::(\d+))?$/s;

/** The patterns above are only tried on texts that match this: when they fail they backtrack at every blank. */
const endOfPlace = /:\d+\)?$/;

/** Longer than any name and path: such a text is not searched for a place. */
const longestFrame = 2000;

/** Parses a frame's text; without a place in a script it is native code of that name. */
export function textFrame(text: string): NamedFunction {
  if (text.length > longestFrame) return nativeFunction(shortened(text, longestFrame));
  const [, tier, ofV8] = v8Name.exec(text) ?? [];
  if (ofV8 !== undefined) return v8Frame(ofV8) ?? nativeFunction(tier === undefined ? text : ofV8);
  const found = endOfPlace.test(text) ? (tieredName.exec(text) ?? placeInParentheses.exec(text)) : null;
  if (found === null) return nativeFunction(text);
  const [, name = "", url = "", line, column] = found;
  return { name: nameOf(name), url, line: Number(line), column: Number(column ?? 0) };
}

function v8Frame(text: string): NamedFunction | undefined {
  const [, where = "", line, column] = endOfPlace.test(text) ? (placeAtEnd.exec(text) ?? []) : [];
  if (line === undefined) return undefined;
  const blank = where.lastIndexOf(" ");
  const [, name, url] = nameAndScript.exec(where) ?? [undefined, where.slice(0, Math.max(0, blank)), where.slice(blank + 1)];
  return { name: nameOf(name ?? ""), url: url ?? "", line: Number(line), column: Number(column ?? 0) };
}

/** "" for a function without a name. */
function nameOf(name: string): string {
  return name === "<anonymous>" || name === "(anonymous)" ? "" : name;
}

/** The lines of a text one by one, never all at once. */
export function* eachLine(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    const line = text.slice(start, end === -1 ? undefined : end);
    yield line.endsWith("\r") ? line.slice(0, -1) : line;
    start = end === -1 ? text.length : end + 1;
  }
}

/** Builds a thread's profile from stacks whose frames are texts. */
export class StackTextProfile extends StackProfile {
  readonly #rows = new Map<string, number>();
  /** Number of samples with JavaScript. */
  scripted = 0;

  /**
   * Adds `count` samples of a stack, each standing for `length`, with the frames' texts callers first. Throws a UserError if there are too
   * many in total.
   */
  addTexts(frames: readonly string[], time: Microseconds, count: number, length: Microseconds): void {
    let row = -1;
    let hasScript = false;
    for (const text of frames) {
      const func = madeOnce(this.#rows, text, () => this.functionRow(textFrame(text)));
      hasScript ||= this.isScript(func);
      row = this.stackRow(row, func);
    }
    if (hasScript) this.scripted += count;
    this.add(row, time, count, length);
  }
}
