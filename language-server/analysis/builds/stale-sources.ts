import type { Milliseconds } from "../units.ts";
import type { Problem } from "../profile/profile.ts";

const codes = new Set<Problem["code"]>(["build.ranOld", "sources.newer", "sources.newerMore"]);

/** Of a run that ran an old build: the folder or file that was changed since, as it is shown; "" for any other run. */
export function changedSince(problems: readonly Problem[]): string {
  const source = problems.find(({ code }) => codes.has(code))?.values?.["source"];
  return typeof source === "string" ? source : "";
}

/** A file from which a build was made, as it is now. */
export interface BuiltSource {
  readonly file: string;
  /** The text that was built, from a source map; undefined if no map has it. */
  readonly built: string | undefined;
  readonly text: string;
  /** The compiler keeps digests of what it built, and this text has its own there. */
  readonly isSame?: boolean | undefined;
  readonly writtenMs: Milliseconds;
  /** When the file was created; the same as `writtenMs` where the system does not report it. */
  readonly bornMs: Milliseconds;
}

/** What one run of a compiler or bundler wrote, and from what. */
export interface Build {
  /** When its newest file was written. Others may be older: what has not changed is not written again. */
  readonly newestMs: Milliseconds;
  readonly sources: readonly BuiltSource[];
}

/** A checkout or an archive's extraction writes sources and output in any order, within this time. */
const checkoutMs: Milliseconds = 10_000;

/**
 * The sources that were changed since they were built. A text in a map decides, or a compiler's digest that is the same; times only where there is neither,
 * since a checkout and a build with nothing to do leave sources that are newer than what was built from them.
 */
export function staleSources({ newestMs, sources }: Build): readonly string[] {
  const preprocessed = preprocessedKinds(newestMs, sources);
  const isStale = (source: BuiltSource): boolean => {
    const { file, built, text, isSame } = source;
    if (built !== undefined && isCode(file) && !preprocessed.has(kindOf(file))) return !isSameText(built, text);
    return isSame !== true && isWrittenSince(source, newestMs);
  };
  return sources.filter(isStale).map(({ file }) => file);
}

/**
 * Kinds of files whose texts in the maps are what another tool made of them before: none is as on disk, though none was written since the
 * build. One such file alone is an edit.
 */
function preprocessedKinds(newestMs: Milliseconds, sources: readonly BuiltSource[]): ReadonlySet<string> {
  const known = sources.filter(({ built }) => built !== undefined);
  const isPreprocessed = (kind: string): boolean => {
    const alike = known.filter(({ file }) => kindOf(file) === kind);
    return alike.length > 1 && alike.every((each) => each.writtenMs <= newestMs && !isSameText(each.built ?? "", each.text));
  };
  return new Set([...new Set(known.map(({ file }) => kindOf(file)))].filter(isPreprocessed));
}

/** A file that was there at the build and was written since was edited; one that appeared since may have come with a checkout. */
function isWrittenSince({ writtenMs, bornMs }: BuiltSource, newestMs: Milliseconds): boolean {
  if (writtenMs <= newestMs) return false;
  return (bornMs > 0 && bornMs < newestMs && bornMs < writtenMs) || writtenMs > newestMs + checkoutMs;
}

/** Git may write other line ends than were built, and compilers drop the byte order mark. */
function isSameText(one: string, other: string): boolean {
  return one === other || plain(one) === plain(other);
}

function plain(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

/** Maps of components, styles and the like may have a part of the file's text alone. */
function isCode(file: string): boolean {
  return /\.[cm]?[jt]sx?$/i.test(file);
}

function kindOf(file: string): string {
  return file.slice(file.lastIndexOf(".")).toLowerCase();
}
