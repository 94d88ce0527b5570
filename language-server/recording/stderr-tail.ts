const keptLength = 8000;

/** The last lines of the app's stderr, for the sentence that says why it ended. */
export class StderrTail {
  #text = "";

  add(text: string): void {
    this.#text = (this.#text + text).slice(-keptLength);
  }

  /** The error line of a crash (`TypeError: …`), else the last line that says something; "" where there is none. */
  get reason(): string {
    const lines = this.#text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "" && !/^Node\.js v\d/.test(line));
    return (lines.findLast((line) => /^(Uncaught )?\w*(Error|Exception)\b.*:/.test(line)) ?? lines.at(-1) ?? "").slice(0, 300);
  }
}
