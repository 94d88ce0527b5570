import type { Share } from "../units.ts";

/** What the code of a line can do besides calling functions of the app; both 0 to 1. */
export interface LineWork {
  /** How likely it spends time in builtins without a frame of their own, such as a comparison of strings. */
  readonly frameless: Share;
  /** How likely it spends time with its own frame on top: in loops and arithmetic, in builtins that have a frame. */
  readonly framed: Share;
}

/** Longer lines are minified code, whose lines say nothing. */
const longestLine = 1000;
const nothing: LineWork = { frameless: 0, framed: 0 };

/** By pattern, the more likely first. Figures by experiment with the ground-truth programs. */
const frameless: readonly (readonly [RegExp, Share])[] = [
  [/[=!]==?(?!\s*(?:null|undefined|true|false|-?\d)\b)|\binstanceof\b|\bswitch\b|\bcase\b|\bin\b(?!\s*\()/, 1],
  [/[\w$\])]\s*\[/, 0.7],
  [/\.(?:get|has|set|add|delete|indexOf|includes|slice|join|concat|split|charCodeAt|keys|entries)\s*\(/, 0.7],
  [/`|["']\s*\+|\+\s*["']|\+=/, 0.5],
  [/=>|\bfunction\b|\bclass\b|\.\.\.|[{[]\s*[\w$"'[\]}]/, 0.4],
  [/\.[\w$#]+(?!\s*\()/, 0.3],
  [/\bnew\b/, 0.1],
  [/[<>*/%&|^]/, 0.05],
  // Compiled code steps through arrays and maps without a call.
  [/\bof\b/, 0.02],
];
const framed: readonly (readonly [RegExp, Share])[] = [
  [/\.\.\.|\.(?:apply|call|sort|replace|replaceAll|map|filter|reduce)\s*\(|\bReflect\b/, 0.4],
  [/\bfor\b|\bwhile\b|[*/%^]|>>|<</, 0.1],
  [/\[|\bnew\b|`/, 0.1],
];

/** Reads one line of a text, without its line break. */
export function workOf(line: string): LineWork {
  if (line.length > longestLine) return nothing;
  const code = codeOf(line);
  const most = (patterns: typeof frameless): Share => patterns.find(([pattern]) => pattern.test(code))?.[1] ?? 0;
  return { frameless: most(frameless), framed: most(framed) };
}

/** A line without comments and the contents of its strings. */
export function codeOf(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""').replace(/\/\/.*|^\s*\*.*|\/\*.*?\*\//, "");
}
