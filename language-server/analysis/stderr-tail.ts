import { shortened } from "./shortened.ts";

const keptLength = 16_000;

/** Lines that give the reason: the error of a crash, or V8's last words. */
const cause =
  /^((Uncaught )?\w*(Error|Exception)\b.*:|FATAL ERROR: |# (?:Fatal process|Fatal JavaScript|Check failed|Debug check failed|unreachable))/;

/** Lines that do not: Node's version, frames of a native stack trace and headings. */
const aside = /^(Node\.js v\d|#(?:$|\s*$|\s*Fatal error in |FailureMessage )|Trace\/breakpoint trap\b|\d+: |----- .* -----$|<--- .* --->$)/;

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

/** Keeps the last lines of the app's stderr, to say why it ended. */
export class StderrTail {
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

  /** The error line of a crash (`TypeError: …`, `FATAL ERROR: …`), else the last meaningful line; "" if there is none. */
  get reason(): string {
    const lines = this.#text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "" && !aside.test(line));
    return shortened((lines.findLast((line) => cause.test(line)) ?? lines.at(-1) ?? "").replace(/^# /, ""), 300);
  }
}
