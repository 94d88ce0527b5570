import { CodeBraces } from "./code-braces.ts";

/** Where the function is that a place is in. */
export interface BodyAround {
  /** Offset of the brace that opens its body; -1 for the script itself. */
  readonly brace: number;
  /** The same of the function around that; -1 for the script itself. */
  readonly outer: number;
  /** Whether it is in an arrow function without braces, which begins after `arrowAfter`. */
  readonly isInArrow: boolean;
  readonly arrowAfter: number;
}

/** What a statement begins with after a line without a semicolon. */
const statement =
  /\n\s*(?:async|await|break|class|const|continue|do|export|for|function|if|import|let|return|switch|throw|try|var|while)\b/;

/** Characters before a place in which the arrow of its function is looked for. */
const longestStatement = 2000;

/**
 * The functions around places of a JavaScript text (offsets, ascending), without parsing it. Undefined from where brackets do not match.
 * Fields and static blocks of a class count as what is around the class.
 */
export function bodiesAround(text: string, offsets: readonly number[]): readonly (BodyAround | undefined)[] {
  const braces = new CodeBraces(text);
  /** Of those that are open: the brace, and whether it opens a body. */
  const open: { readonly at: number; readonly isBody: boolean }[] = [];
  const found: BodyAround[] = [];
  let last = -1;
  for (;;) {
    const mark = braces.next();
    if (mark === undefined) break;
    const end = mark === "" ? Infinity : braces.at;
    while ((offsets[found.length] ?? Infinity) <= end && found.length < offsets.length) {
      const bodies = open.filter(({ isBody }) => isBody).map(({ at }) => at);
      const offset = offsets[found.length] ?? 0;
      const before = text.slice(Math.max(last + 1, offset - longestStatement), offset);
      found.push({ brace: bodies.at(-1) ?? -1, outer: bodies.at(-2) ?? -1, isInArrow: isInArrow(before), arrowAfter: last });
    }
    if (mark === "" || found.length === offsets.length) break;
    if (mark === "{") open.push({ at: braces.at, isBody: braces.isBody });
    else if (mark === "}") open.pop();
    last = braces.at;
  }
  return offsets.map((_offset, index) => found[index]);
}

function isInArrow(before: string): boolean {
  const arrow = before.lastIndexOf("=>");
  return arrow >= 0 && !statement.test(before.slice(arrow));
}
