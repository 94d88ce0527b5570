const keptLength = 16_000;

/** What tells why: the error of a crash, or V8's own last words. */
const cause = /^((Uncaught )?\w*(Error|Exception)\b.*:|FATAL ERROR: )/;

/** Node's version, the frames of a native stack trace and headings, which say nothing of it. */
const aside = /^(Node\.js v\d|\d+: |----- .* -----$|<--- .* --->$)/;

/** The last lines of the app's stderr, for the sentence that says why it ended. */
export class StderrTail {
  #text = "";

  add(text: string): void {
    this.#text = (this.#text + text).slice(-keptLength);
  }

  /** The error line of a crash (`TypeError: …`, `FATAL ERROR: …`), else the last line that says something; "" where there is none. */
  get reason(): string {
    const lines = this.#text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "" && !aside.test(line));
    return (lines.findLast((line) => cause.test(line)) ?? lines.at(-1) ?? "").slice(0, 300);
  }
}
