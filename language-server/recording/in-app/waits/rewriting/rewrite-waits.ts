import { globalName, helperName } from "./added-code.ts";
import { LinePositions } from "./line-positions.ts";
import { parseText } from "./parse-text.ts";
import type { Parse } from "./syntax-tree.ts";
import { WaitRewriter } from "./wait-rewriter.ts";

export interface WaitSite {
  readonly id: number;
  /** 1-based, as V8 counts lines, in the text before it was rewritten. */
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
  /** Undefined: CommonJS if it is that, else a module. */
  readonly isModule: boolean | undefined;
  readonly threadId: number;
  /** Id of the first site; the others follow it. */
  readonly firstSite: number;
}

export interface Rewritten {
  readonly text: string;
  readonly sites: readonly WaitSite[];
  /** Waits of functions that are left as they are, since measuring would change what they do. */
  readonly left: number;
}

const longestSiteText = 60;

/**
 * A text whose waits are measured by the thread's helper (`WaitHelper`), line for line as before; it behaves as before. Undefined if it cannot
 * be parsed, or is rewritten already.
 */
export function rewriteWaits(text: string, { parse, path, isModule, threadId, firstSite }: RewriteOptions): Rewritten | undefined {
  if (text.includes(helperName)) return undefined;
  if (!text.includes("await")) return { text, sites: [], left: 0 };
  const program = parseText(text, path, isModule, parse);
  if (program === undefined) return undefined;
  const rewriter = new WaitRewriter(text, globalName(threadId));
  rewriter.program(program);
  const found = rewriter.sites.filter(({ scope }) => scope.isRewritten()).sort((a, b) => a.node.start - b.node.start);
  const positions = new LinePositions(text);
  const sites = found.map((site, index) => {
    site.id = firstSite + index;
    const shown = shortened(text.slice(site.operand.start, site.operand.end));
    return { id: site.id, ...positions.at(site.node.start), text: shown, kind: site.kind };
  });
  return { text: sites.length === 0 ? text : rewriter.edits.applyTo(text), sites, left: rewriter.sites.length - sites.length };
}

function shortened(code: string): string {
  const line = code.replaceAll(/\s+/g, " ");
  return line.length > longestSiteText ? `${line.slice(0, longestSiteText - 1)}…` : line;
}
