import { shortened } from "../shortened.ts";
import { outputError, type OutputError } from "./output-error.ts";
import { type PrintedError, printedError } from "../printed-error.ts";
import { plainLines } from "./output-lines.ts";

const keptLength = 16_000;

/** Lines that give the reason: the error of a crash, or V8's last words. */
const cause =
  /^((Uncaught )?\w*(Error|Exception)\b.*:|FATAL ERROR: |# (?:Fatal process|Fatal JavaScript|Check failed|Debug check failed|unreachable))/;

/** Lines that do not: Node's version, frames of a native stack trace and headings. */
const aside = /^(Node\.js v\d|#(?:$|\s*$|\s*Fatal error in |FailureMessage )|Trace\/breakpoint trap\b|\d+: |----- .* -----$|<--- .* --->$)/;

/** What a package manager or task runner says of any program that failed. */
const managerWords =
  /^(?:npm (?:error|ERR!|notice|warn)|ERR_PNPM_|\[?ELIFECYCLE\]?|error Command failed with exit code|info Visit |Command failed with exit code|ERROR\s+(?:\S+#\S+: command |run failed: command)|(?:yarn|lerna) )/;

/** What Node and native code print before they abort. */
const lastWords =
  /^((FATAL ERROR|----- Native stack trace|#? *\d+: 0x|# Fatal (?:error|process|JavaScript))|.*\b([Aa]ssertion|[Cc]heck)\b.* failed)/m;

/** Node reserves address space, and threads: far more than it ever uses. */
const noReservation =
  /Failed to reserve virtual memory|SegmentedTable::InitializeTable|Cannot allocate Wasm memory|ERR_WORKER_INIT_FAILED.*(?:EAGAIN|ENOMEM)|std::bad_alloc|[Cc]annot allocate memory/;

/** An older Node refuses a module, or compiles a script as if it were JavaScript. */
const noTypeScript = [
  /Unknown file extension "\.[cm]?tsx?"/,
  /\.[cm]?tsx?:\d+\n[^\n]*\n *\^+\n\s*SyntaxError: [^\n]*\n *at (?:internalCompileFunction|wrapSafe) /,
];

/** Keeps the last lines that a program writes to a stream, to say why it ended. */
export class OutputTail {
  #text = "";

  add(text: string): void {
    this.#text = (this.#text + text).slice(-keptLength);
  }

  /** Whether there are the words of native code that gives up. */
  get hasLastWords(): boolean {
    return lastWords.test(this.#text);
  }

  /** Whether Node could not reserve memory. */
  get lacksMemory(): boolean {
    return noReservation.test(this.#text);
  }

  /** Whether Node could not read TypeScript. */
  get lacksTypeScript(): boolean {
    return noTypeScript.some((each) => each.test(this.#text));
  }

  /** What the app died of: an error with its place where it printed one, else its last meaningful line. Undefined if it said nothing. */
  get error(): OutputError | undefined {
    const lines = plainLines(this.#text);
    const { thrown } = this;
    const last = lines.findLastIndex((line) => cause.test(line.trim()));
    if (thrown !== undefined && thrown.end >= last) return thrown;
    const words = meaningful(lines);
    const line = last === -1 ? (words.findLast((each) => !managerWords.test(each)) ?? words[0]) : lines[last];
    return line === undefined ? undefined : { message: shortened(line.trim().replace(/^# /, ""), 300) };
  }

  /** An error that was printed with its place or frames. */
  get thrown(): ReturnType<typeof outputError> {
    return outputError(this.#text);
  }

  /** The error that it printed last, with all its places. */
  get printed(): PrintedError | undefined {
    return printedError(this.#text);
  }

  /** Whether nothing is there, or only that a package manager or task runner saw its program fail. */
  get isManagerAlone(): boolean {
    return meaningful(plainLines(this.#text)).every((line) => managerWords.test(line));
  }

  /** The message of `error`; "" if there is none. */
  get reason(): string {
    return this.error?.message ?? "";
  }
}

function meaningful(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== "" && !aside.test(line));
}
