import { parse } from "es-module-lexer/minimal/js";

/** An import in a text. */
export interface TextImport {
  /** Undefined if it is not a literal: `import(file)`. */
  readonly specifier: string | undefined;
  /** Where the statement or call begins. */
  readonly offset: number;
  readonly isDynamic: boolean;
}

/** More characters are code that a bundler made of all its modules, or none of an app's. */
const longestText = 32_000_000;
/** Kinds of the lexer: `import source` runs nothing, `import.meta` loads nothing. */
const [ofMeta, ofSource, ofDynamicSource] = [3, 4, 5];

/** Those of a text that V8 compiled, in order. Empty for one that is no JavaScript. Types that are imported are no longer in such a text. */
export function importsIn(text: string): readonly TextImport[] {
  if (text.length > longestText) return [];
  return lexed(text).flatMap(({ n, t, ss, d }) =>
    t === ofMeta || t === ofSource || t === ofDynamicSource ? [] : [{ specifier: n, offset: ss, isDynamic: d >= 0 }],
  );
}

function lexed(text: string): ReturnType<typeof parse>[0] {
  try {
    return parse(text)[0];
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}
