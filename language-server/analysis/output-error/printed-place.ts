import { hooksFile } from "../profile/profile.ts";
import type { Line } from "../units.ts";

/** A place in a file as an app or a compiler printed it: a path, relative or absolute, or a `file:` URL. */
export interface PrintedPlace {
  readonly file: string;
  /** 0: only the file was named. */
  readonly line: Line;
  /** 1-based; 0: unknown. */
  readonly column: number;
  /** The module that the file asks for, where that is what is wrong. */
  readonly specifier?: string | undefined;
}

const framePlace = /^\s+at (?:(?:async )?|.*? \()(file:\/\/\/.*?|[/\\].*?|[A-Za-z]:[\\/].*?|node:.*?):(\d+):(\d+)\)?[\s{]*$/;

const source = String.raw`^\s*((?:file:///)?(?:[A-Za-z]:[\\/])?[^\s:()][^:()]*\.\w+)`;

/** How compilers name a place and perhaps what is wrong, and the number of their first column: esbuild and tsx, TypeScript in two ways, Babel, SWC. */
const compilers: readonly (readonly [RegExp, 0 | 1])[] = [
  [new RegExp(String.raw`${source}:(\d+):(\d+):(?: (?:ERROR|error)\b:? ?(.*)|$)`), 0],
  [new RegExp(String.raw`${source}:(\d+):(\d+) - (error\b.*)`), 1],
  [new RegExp(String.raw`${source}\((\d+),(\d+)\): (error\b.*)`), 1],
  [/^SyntaxError: ((?:[A-Za-z]:[\\/]|\/)[^:]*\.\w+): .*\((\d+):(\d+)\)$/, 0],
  [/^\s*(?:,-|╭─)\[(.+?):(\d+):(\d+)\]/, 1],
];

/** `text`: "" if the line has the place alone. */
export function compilerPlace(line: string): { readonly place: PrintedPlace; readonly text: string } | undefined {
  for (const [compiler, first] of compilers) {
    const [, file, row, column, text = ""] = compiler.exec(line) ?? [];
    if (file !== undefined) return { place: { file, line: Number(row), column: Number(column) + 1 - first }, text };
  }
  return undefined;
}

export function placesOfFrames(frames: readonly string[]): readonly PrintedPlace[] {
  return frames.flatMap((each) => {
    const [, file, line, column] = framePlace.exec(each) ?? [];
    return file === undefined ? [] : [{ file, line: Number(line), column: Number(column) }];
  });
}

/** `Cannot find module '/app/x.mjs' imported from /app/server.mjs`: Node does not say from which line. */
export function placesInMessage(message: string): readonly PrintedPlace[] {
  const [, unknown] = /Unknown file extension "[^"]*" for (.+?)$/.exec(message) ?? [];
  const [, wanted = "", file = unknown] = /Cannot find (?:module|package) '([^']+)' imported from (.+?)$/.exec(message) ?? [];
  if (file === undefined) return [];
  return [{ file: file.replaceAll(/^'|'$/g, ""), line: 0, column: 0, specifier: wanted.split(/[\\/]/).at(-1) ?? wanted }];
}

/** Those in files, in packages last. */
export function likeliestFirst(places: readonly PrintedPlace[]): readonly PrintedPlace[] {
  const isPackage = ({ file }: PrintedPlace): boolean => /[\\/]node_modules[\\/]/.test(file);
  const files = places.filter(({ file }) => !file.startsWith("node:") && !file.endsWith(hooksFile));
  return [...files.filter((each) => !isPackage(each)), ...files.filter(isPackage)];
}
