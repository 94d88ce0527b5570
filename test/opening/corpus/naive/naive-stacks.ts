/** What a naive reader finds in a file: names of a stack's functions, callers first, and what it is worth. */
export interface NaiveStack {
  readonly frames: readonly string[];
  readonly worth: number;
}

/** `JS:*hash /app/hot.cjs:3:14` and `hash (/app/hot.cjs:3)`: the function's name alone, "" for code without one. */
export function nameIn(marked: string): string {
  // FlameGraph's, inferno's and async-profiler's marks of the kernel, interpreted, compiled and inlined code.
  const text = marked.replace(/_\[[kji01]\]$/, "");
  const compiled = /^(?:JS|LazyCompile|Function|Script|Eval|RegExp):(?:[~^]|o?[+*]'?|)(.*?) ?\S+:\d+(?::\d+)?$/.exec(text);
  return compiled?.[1] ?? /^(.*) \(\S.*?:\d+(?::\d+)?\)$/.exec(text)?.[1] ?? text;
}
