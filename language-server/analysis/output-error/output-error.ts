import { shortened } from "../shortened.ts";
import { joinedLines, plainLines } from "./output-lines.ts";
import { compilerPlace, likeliestFirst, placesInMessage, placesOfFrames, type PrintedPlace } from "./printed-place.ts";

/** The error that a program printed before it ended: `TypeError: …`, and where it was thrown, or what could not be parsed. */
export interface OutputError {
  readonly message: string;
  /** The likeliest first; those in packages last. */
  readonly places: readonly PrintedPlace[];
  /** Code could not be read, found or compiled: the app has not run it. */
  readonly isLoading: boolean;
}

const longestMessage = 300;
const longestLine = 2000;
/** Of a message without a stop that names it: assertions print long differences. */
const mostMessageLines = 12;
/** From the place that a compiler named to the words of who called it. */
const mostBetween = 8;
/** From an error to the end of its frames and properties. */
const mostBelow = 60;

const frame = /^\s+at .*(?::\d+:\d+\)?|<anonymous>\)?|\((?:native|index \d+)\))(?: \{)?$/;
const location = /^((?:file:\/\/\/|\/|[A-Za-z]:[\\/]|\\\\|node:).*?):(\d+)$/;
const carets = /^\s*\^+\s*$/;
const errorName = /(?:^|[\s[(])(?:Uncaught )?(?:[A-Z][\w$]*)?(?:Error|Exception|Rejection)\b/;
/** A line that is an error by itself, such as V8's last words. */
const errorLine =
  /^(?:(?:Uncaught )?[\w.]*(?:Error|Exception)\b.*:|Error \[\w+\]|✘ \[ERROR\]|FATAL ERROR: |# (?:Fatal process|Fatal JavaScript|Check failed|Debug check failed|unreachable))/;
/** What follows an uncaught error that has no frames. */
const afterMessage = /^(?:\(Use `node --trace-uncaught|Node\.js v\d+\.\d+\.\d+$|Thrown at:)/;
/** Where an error that an emitter had no listener for was emitted. */
const emitted = /^Emitted '\w+' event (?:on .* instance )?at:$/;
/** A warning is no error, though it may come with frames. */
const warning = /^\(\w+:\d+\) |^Warning: /;
const loading =
  /MODULE_NOT_FOUND|^Error: Cannot find (?:module|package) |ERR_UNKNOWN_FILE_EXTENSION|ERR_(?:INVALID|UNSUPPORTED)_TYPESCRIPT|ERR_UNSUPPORTED_(?:DIR_IMPORT|ESM_URL_SCHEME)|ERR_REQUIRE_(?:ESM|ASYNC_MODULE)|ERR_PACKAGE_(?:PATH_NOT_EXPORTED|IMPORT_NOT_DEFINED)|ERR_IMPORT_A|TransformError|TSError|✘ \[ERROR\]/;

interface Block extends OutputError {
  /** Whether it stands inside another one, as a cause does. */
  readonly isNested: boolean;
  /** Index of its last line. */
  readonly end: number;
}

/** The error that ended a program, given the end of what it wrote; undefined if it printed none. */
export function outputError(output: string): OutputError | undefined {
  const lines = plainLines(output).map((line) => line.slice(0, longestLine));
  const blocks = blocksIn(lines);
  const error = errorAfter(lines, (blocks.at(-1)?.end ?? -1) + 1) ?? lastOf(blocks);
  if (error === undefined) return undefined;
  const { message, places, isLoading } = error;
  return { message: shortened(message, longestMessage), places: likeliestFirst(places), isLoading };
}

function lastOf(blocks: readonly Block[]): OutputError | undefined {
  const outer = blocks.findLastIndex(({ isNested }) => !isNested);
  const [block, ...inner] = blocks.slice(outer);
  // An AggregateError says nothing itself.
  const detail = block !== undefined && isNameAlone(block.message) ? inner.find(({ message }) => !isNameAlone(message)) : undefined;
  return block && { ...block, message: (detail ?? block).message, places: [block, ...inner].flatMap(({ places }) => places) };
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
  const start = lines.findIndex((each, index) => index > at && each.trim() !== "");
  // Another location: of the code that Node could not read.
  if (file === undefined || start === -1 || location.test(lines[start] ?? "")) return undefined;
  // The message may hold another program's output, with an error of its own.
  const isOver = (each: string): boolean => frame.test(each) || afterMessage.test(each) || location.test(each);
  const stop = lines.findIndex((each, index) => index > start && isOver(each));
  const thrown = { file, line: Number(line), column: (lines[at] ?? "").indexOf("^") + 1 };
  return blockOf(lines, start, stop === -1 ? lines.length : stop, [thrown]);
}

/** As `console.error(error)` and loggers print it: the message, then its frames. */
function blockAtFrames(lines: readonly string[], from: number, at: number): Block | undefined {
  const previous = lines.slice(0, at).findLastIndex((each) => frame.test(each) || afterMessage.test(each));
  const first = Math.max(from, at - mostMessageLines, previous + 1);
  const before = lines.slice(first, at);
  const named = before.findLastIndex((each) => errorName.test(each));
  const start = first + (named === -1 ? before.length - 1 : named);
  return lines.slice(start, at).join("").trim() === "" ? undefined : blockOf(lines, start, at, []);
}

/** `start` and `stop`: of its message. `thrown`: the place that stands above it. */
function blockOf(lines: readonly string[], start: number, stop: number, thrown: readonly PrintedPlace[]): Block {
  const header = lines.slice(start, stop);
  const [head = ""] = header;
  const end = endOfFrames(lines, stop);
  const frames = lines.slice(stop, end);
  const compiled = header.map(compilerPlace).find((each) => each !== undefined);
  // `TSError: Unable to compile TypeScript:` and what is wrong below it.
  const message = compiled !== undefined && head.endsWith(":") ? `${head.trim()} ${compiled.text}` : joinedLines(header);
  return {
    message,
    places: [...(compiled ? [compiled.place] : []), ...thrown, ...placesInMessage(message), ...placesOfFrames(frames)],
    isLoading: compiled !== undefined || loading.test(lines.slice(start, start + mostBelow).join("\n")) || isUnread(message, frames[0]),
    isNested: thrown.length === 0 && (/^\s/.test(head) || emitted.test(head)),
    end: end - 1,
  };
}

/** A syntax error in code, and not in what the code itself reads, as `JSON.parse` does. */
function isUnread(message: string, top: string | undefined): boolean {
  return (
    /^SyntaxError\b/.test(message) &&
    (top === undefined || /[( ]node:/.test(top) || /\bat (?:async )?(?:wrapSafe|compile\w*|new Script)\b/.test(top))
  );
}

/** Without frames: a compiler's first error, or else the last line that is one. */
function errorAfter(lines: readonly string[], from: number): OutputError | undefined {
  const last = lines.findLastIndex((line, index) => index >= from && errorLine.test(line.trim()));
  const nearest = Math.max(from, last - mostBetween);
  const at = lines.findIndex((line, index) => index >= nearest && compilerPlace(line) !== undefined);
  const compiled = compilerPlace(lines[at] ?? "");
  const alone = (lines[last] ?? "").trim().replace(/^# /, "");
  if (compiled === undefined) return last === -1 ? undefined : blockOf([alone, ...lines.slice(last + 1)], 0, 1, []);
  const above = lines.slice(from, at).findLast((line) => line.trim() !== "");
  return { message: compiled.text === "" ? (above ?? "").trim() : compiled.text, places: [compiled.place], isLoading: true };
}

function endOfFrames(lines: readonly string[], start: number): number {
  let at = start;
  while (at < lines.length && (frame.test(lines[at] ?? "") || /^\s+\.\.\. \d+ lines? matching/.test(lines[at] ?? ""))) at++;
  return at;
}
