import { hooksFile } from "../profile/profile.ts";
import { shortened } from "../shortened.ts";
import { joinedLines, plainLines } from "./output-lines.ts";

/** A place in a file as Node prints it: a path or `file:` URL; line and column count from 1, as V8 counts them. */
export interface PrintedPlace {
  readonly file: string;
  readonly line: number;
  readonly column?: number | undefined;
}

/** The error that a program printed before it ended: `TypeError: …`, and where it was thrown, or what could not be parsed. */
export interface OutputError {
  readonly message: string;
  readonly place?: PrintedPlace | undefined;
}

const longestMessage = 300;
/** Of a message without a stop that names it: assertions print long differences. */
const mostMessageLines = 12;

const frame = /^\s+at .*(?::\d+:\d+\)?|<anonymous>\)?|\((?:native|index \d+)\))(?: \{)?$/;
const framePlace = /^\s+at (?:(?:async )?|.*? \()(file:\/\/\/.*?|[/\\].*?|[A-Za-z]:[\\/].*?|node:.*?):(\d+):(\d+)\)?[\s{]*$/;
const location = /^((?:file:\/\/\/|\/|[A-Za-z]:[\\/]|\\\\|node:).*?):(\d+)$/;
const carets = /^\s*\^+\s*$/;
const errorName = /(?:^|[\s[(])(?:Uncaught )?(?:[A-Z][\w$]*)?(?:Error|Exception|Rejection)\b/;
/** What follows an uncaught error that has no frames. */
const afterMessage = /^(?:\(Use `node --trace-uncaught|Node\.js v\d+\.\d+\.\d+$|Thrown at:)/;
/** Where an error that an emitter had no listener for was emitted. */
const emitted = /^Emitted '\w+' event (?:on .* instance )?at:$/;
/** A compiler's own error inside the message of the loader that called it: esbuild (tsx, vite), TypeScript (ts-node). The path may be relative. */
const compiled = /^\s*((?:file:\/\/\/)?(?:[A-Za-z]:)?[^\s:()][^:()]*?)(?::(\d+):(\d+)|\((\d+),(\d+)\)):?(?: - | )(?:ERROR: ?)?(.+)$/;
/** A warning is no error, though it may come with frames. */
const warning = /^\(\w+:\d+\) |^Warning: /;

interface Block {
  readonly message: string;
  readonly place: PrintedPlace | undefined;
  /** Whether it stands inside another one, as a cause does. */
  readonly isNested: boolean;
  /** Index of its last line. */
  readonly end: number;
}

/** The error that ended a program, given the end of what it wrote; undefined if it printed none with its place or frames. */
export function outputError(output: string): (OutputError & { readonly end: number }) | undefined {
  const blocks = blocksIn(plainLines(output));
  const outer = blocks.findLastIndex(({ isNested }) => !isNested);
  const at = outer === -1 ? blocks.length - 1 : outer;
  const block = blocks[at];
  if (block === undefined) return undefined;
  // An AggregateError says nothing itself.
  const inner = isNameAlone(block.message) ? blocks.slice(at + 1).find(({ message }) => !isNameAlone(message)) : undefined;
  const { message } = inner ?? block;
  const place = block.place ?? blocks.slice(at + 1).find((each) => each.place !== undefined)?.place;
  return { message: shortened(message, longestMessage), place, end: blocks.at(-1)?.end ?? block.end };
}

function isNameAlone(message: string): boolean {
  return /^[\w$]+(?: \[\w+\])?:?$/.test(message);
}

function blocksIn(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let from = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const found = carets.test(line) ? blockAtCarets(lines, at) : frame.test(line) ? blockAtFrames(lines, from, at) : undefined;
    if (found === undefined) continue;
    if (!warning.test(found.message)) blocks.push(found);
    at = found.end;
    from = at + 1;
  }
  return blocks;
}

/** As Node prints an uncaught error: a location, the source line, carets, the message, its frames if it has some. */
function blockAtCarets(lines: readonly string[], at: number): Block | undefined {
  const [, file, line] = [1, 2, 3].map((back) => location.exec(lines[at - back] ?? "")).find((each) => each !== null) ?? [];
  if (file === undefined) return undefined;
  const start = lines.findIndex((each, index) => index > at && each.trim() !== "");
  if (start === -1) return undefined;
  // The message may hold another program's output, with an error of its own.
  const isOver = (each: string): boolean => frame.test(each) || afterMessage.test(each) || location.test(each);
  const stop = lines.findIndex((each, index) => index > start && isOver(each));
  const end = stop === -1 ? lines.length : stop;
  const framesEnd = endOfFrames(lines, end);
  const header = lines.slice(start, end);
  const inner = compilerError(header);
  if (inner !== undefined) return { ...inner, isNested: false, end: framesEnd - 1 };
  const message = joinedLines(header);
  const thrown = { file, line: Number(line) };
  const places = placesIn(lines.slice(end, framesEnd));
  // The frames of a syntax error are those of who loads the file.
  const place = /^SyntaxError\b/.test(message) && isFile(thrown) ? thrown : likeliest([...places, thrown]);
  return { message, place, isNested: false, end: framesEnd - 1 };
}

/** As `console.error(error)` and loggers print it: the message, then its frames. */
function blockAtFrames(lines: readonly string[], from: number, at: number): Block | undefined {
  const previous = lines.slice(0, at).findLastIndex((each) => frame.test(each) || afterMessage.test(each));
  const first = Math.max(from, at - mostMessageLines, previous + 1);
  const before = lines.slice(first, at);
  const named = before.findLastIndex((each) => errorName.test(each));
  const start = first + (named === -1 ? before.length - 1 : named);
  const end = endOfFrames(lines, at);
  const header = lines.slice(start, at);
  if (header.length === 0 || header.join("").trim() === "") return undefined;
  const [head = ""] = header;
  const isNested = /^\s/.test(head) || emitted.test(head);
  const inner = compilerError(header);
  if (inner !== undefined) return { ...inner, isNested, end: end - 1 };
  return { message: joinedLines(header), place: likeliest(placesIn(lines.slice(at, end))), isNested, end: end - 1 };
}

/** That of a header like `TSError: Unable to compile TypeScript:`, from the line after it. */
function compilerError([head = "", ...others]: readonly string[]): Required<OutputError> | undefined {
  if (!head.trimEnd().endsWith(":")) return undefined;
  const [, file, ...rest] = others.map((each) => compiled.exec(each)).find((each) => each !== null) ?? [];
  const [line = rest[2], column = rest[3]] = rest;
  if (file === undefined) return undefined;
  return { message: `${head.trim()} ${rest[4] ?? ""}`, place: { file, line: Number(line), column: Number(column) } };
}

function endOfFrames(lines: readonly string[], start: number): number {
  let at = start;
  while (at < lines.length && (frame.test(lines[at] ?? "") || /^\s+\.\.\. \d+ lines? matching/.test(lines[at] ?? ""))) at++;
  return at;
}

function placesIn(frames: readonly string[]): readonly PrintedPlace[] {
  return frames.flatMap((each) => {
    const [, file, line, column] = framePlace.exec(each) ?? [];
    return file === undefined ? [] : [{ file, line: Number(line), column: Number(column) }];
  });
}

/** The innermost one in own code, else in a library. */
function likeliest(places: readonly PrintedPlace[]): PrintedPlace | undefined {
  const files = places.filter(isFile);
  return files.find(({ file }) => !/[\\/]node_modules[\\/]/.test(file)) ?? files[0];
}

function isFile({ file }: PrintedPlace): boolean {
  return !file.startsWith("node:") && !file.endsWith(hooksFile);
}
