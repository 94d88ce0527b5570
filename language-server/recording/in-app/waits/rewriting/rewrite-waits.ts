import { globalName, helperName } from "./added-code.ts";
import { LinePositions } from "./line-positions.ts";
import { parseText, type Parse } from "./syntax-tree.ts";
import { shiftedMap } from "./shifted-map.ts";
import { WaitRewriter } from "./wait-rewriter.ts";

interface WaitSite {
  readonly id: number;
  /**
   * 1-based, as V8 counts lines, in the text before it was rewritten; but in a text that carries its source map, as rewritten, since the map
   * is for that.
   */
  readonly line: number;
  /** 0-based. */
  readonly column: number;
  /** What is awaited, on one line, shortened. */
  readonly text: string;
  readonly kind: "await" | "for-await";
}

export interface RewriteOptions {
  readonly parse: Parse;
  /** Its extension says whether the text is TypeScript. */
  readonly path: string;
  /** Else CommonJS. */
  readonly isModule: boolean;
  readonly threadId: number;
  /** Returns the id of the first of so many new sites, whose ids follow one another; undefined if there is no room for them. */
  readonly reserve: (sites: number) => number | undefined;
}

export interface Rewritten {
  readonly text: string;
  readonly sites: readonly WaitSite[];
  /** Waits of functions that are left as they are, since measuring would change what they do. */
  readonly left: number;
  /** Whether it carries its source map, which is for the text as rewritten. */
  readonly isMapped: boolean;
}

const longestSiteText = 60;

/**
 * A text whose waits are measured by the thread's helper (`WaitHelper`), line for line as before; it behaves as before. Undefined if it cannot
 * be parsed. A text that is rewritten already stays as it is.
 */
export function rewriteWaits(text: string, { parse, path, isModule, threadId, reserve }: RewriteOptions): Rewritten | undefined {
  if (text.includes(helperName)) return { text, sites: [], left: 0, isMapped: false };
  if (!text.includes("await")) return { text, sites: [], left: 0, isMapped: false };
  const program = parseText(text, path, isModule, parse);
  if (program === undefined) return undefined;
  const rewriter = new WaitRewriter(text, globalName(threadId));
  rewriter.program(program);
  const found = rewriter.sites.filter(({ scope }) => scope.isRewritten()).sort((a, b) => a.node.start - b.node.start);
  const left = rewriter.sites.length - found.length;
  const first = found.length === 0 ? undefined : reserve(found.length);
  if (first === undefined) return { text, sites: [], left: left + found.length, isMapped: false };
  for (const [index, site] of found.entries()) site.id = first + index;
  const insertions = rewriter.edits.insertions();
  const map = shiftedMap(text, insertions);
  const positions = new LinePositions(text, map === undefined ? [] : insertions);
  const sites = found.map(({ id, kind, node, operand }) => {
    return { id, ...positions.at(node.start), text: shortened(text.slice(operand.start, operand.end)), kind };
  });
  const rewritten = withInsertions(text, insertions);
  return { text: map === undefined ? rewritten : rewritten.replace(map.before, () => map.after), sites, left, isMapped: map !== undefined };
}

function withInsertions(text: string, insertions: readonly { readonly at: number; readonly text: string }[]): string {
  let result = "";
  let done = 0;
  for (const { at, text: added } of insertions) {
    result += text.slice(done, at) + added;
    done = at;
  }
  return result + text.slice(done);
}

function shortened(code: string): string {
  const line = code.replaceAll(/\s+/g, " ");
  return line.length > longestSiteText ? `${line.slice(0, longestSiteText - 1)}…` : line;
}
