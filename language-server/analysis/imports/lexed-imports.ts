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
/** Of a file that has not been compiled. */
const ofTypes = /^(?:import|export)\s+type\s+(?!from\b)[\w${*]/;

export interface LexedText {
  readonly imports: readonly TextImport[];
  /** Whether it has statements of ES modules. */
  readonly isModule: boolean;
}

/** Those of a text that V8 compiled, in order. Empty for one that is no JavaScript. Types that are imported are no longer in such a text. */
export function importsIn(text: string): readonly TextImport[] {
  return lexedText(text).imports;
}

/** The same, with what kind of text it is. */
export function lexedText(text: string): LexedText {
  if (text.length > longestText || !/\b(?:im|ex)port\b/.test(text)) return { imports: [], isModule: false };
  const [found, exported] = lexed(text);
  const imports = found.flatMap(({ n, t, ss, d }) =>
    t === ofMeta || t === ofSource || t === ofDynamicSource || ofTypes.test(text.slice(ss, ss + 30))
      ? []
      : [{ specifier: n, offset: ss, isDynamic: d >= 0 }],
  );
  return { imports, isModule: exported.length > 0 || found.some(({ t, d }) => t === ofMeta || d === -1) };
}

function lexed(text: string): ReturnType<typeof parse> {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof Error) return [[], []];
    throw error;
  }
}
