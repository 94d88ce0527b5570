import { madeOnce } from "../made-once.ts";
import { parseSyntax } from "../syntax/syntax-parser.ts";
import type { Syntax } from "../syntax/syntax.ts";
import type { DigestSource } from "./cost-digest.ts";

/** Parses the kept text of a digest's source when it is first asked for; undefined if there is none, or if it cannot be parsed. */
export function keptSyntax(sources: readonly DigestSource[]): (source: number) => Syntax | undefined {
  const known = new Map<number, Syntax | undefined>();
  return (source) =>
    madeOnce(known, source, () => {
      const { text, path } = sources[source] ?? {};
      return text === undefined || path === undefined ? undefined : parseSyntax(text, path, "editor");
    });
}
