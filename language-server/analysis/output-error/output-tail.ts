import { shortened } from "../shortened.ts";
import { outputError, type OutputError } from "./output-error.ts";
import { plainLines } from "./output-lines.ts";

const keptLength = 16_000;

/** Lines that do not give the reason: Node's version, frames of a native stack trace and headings. */
const aside = /^(Node\.js v\d|#(?:$|\s*$|\s*Fatal error in |FailureMessage )|Trace\/breakpoint trap\b|\d+: |----- .* -----$|<--- .* --->$)/;

/** What a package manager or task runner says of any program that failed. */
const managerWords =
  /^(?:npm (?:error|ERR!|notice|warn)|ERR_PNPM_|\[?ELIFECYCLE\]?|error Command failed with exit code|info Visit |Command failed with exit code|ERROR\s+(?:\S+#\S+: command |run failed: command)|(?:yarn|lerna) )/;

/** What Node and native code print before they abort. */
const lastWords =
  /^((FATAL ERROR|----- Native stack trace|#? *\d+: 0x|# Fatal (?:error|process|JavaScript))|.*\b([Aa]ssertion|[Cc]heck)\b.* failed)/m;

/** Node reserves address space, and threads: far more than it ever uses. */
const noReservation =
  /Failed to reserve virtual memory|SegmentedTable::InitializeTable|Cannot allocate Wasm memory|Out of memory: wasm memory|ERR_WORKER_INIT_FAILED.*(?:EAGAIN|ENOMEM)|std::bad_alloc|[Cc]annot allocate memory/;

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

  /** What the app died of. Undefined if it printed no error. */
  get error(): OutputError | undefined {
    return outputError(this.#text);
  }

  /** Whether nothing is there, or only that a package manager or task runner saw its program fail. */
  get isManagerAlone(): boolean {
    return meaningful(plainLines(this.#text)).every((line) => managerWords.test(line));
  }

  /** The message of `error`, else the last meaningful line; "" if there is none. */
  get reason(): string {
    const words = meaningful(plainLines(this.#text));
    const last = words.findLast((each) => !managerWords.test(each)) ?? words[0] ?? "";
    return this.error?.message ?? shortened(last.replace(/^# /, ""), 300);
  }
}

function meaningful(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== "" && !aside.test(line));
}
