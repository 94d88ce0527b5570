import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import type { LoadProgress } from "../../analysis/load/load.ts";
import type { CommandText } from "../../texts/command-text.ts";
import type { Listener } from "../command.ts";
import type { Words } from "../words/words.ts";

const lineFeed = 10;

/** A line at the bottom of a terminal that is overwritten; without a terminal only lasting messages are written. */
export class StatusLine {
  readonly #terminal: Listener;
  #isShown = false;
  /** The app's last output has no line end: it may be a question, which must stay. */
  #isInLine = false;

  constructor(terminal: Listener) {
    this.#terminal = terminal;
  }

  /** `instead`: what is written without a terminal. */
  show(text: string, instead?: CommandText): void {
    if (this.#terminal.err.isTTY !== true && instead !== undefined) this.say(instead);
    if (this.#terminal.err.isTTY !== true || this.#isInLine) return;
    this.#terminal.err.write(`\r\u001B[2K${text}`);
    this.#isShown = true;
  }

  say(text: CommandText): void {
    this.clear();
    this.#terminal.err.write(`${harmless(this.#terminal.words.say(text))}\n`);
  }

  warn(text: CommandText): void {
    this.clear();
    this.#terminal.err.write(`heatline: ${harmless(this.#terminal.words.say(text))}\n`);
  }

  clear(): void {
    if (this.#isShown) this.#terminal.err.write("\r\u001B[2K");
    this.#isShown = false;
  }

  /** Call with what the app writes, before it is passed on. */
  makeWay(bytes: Uint8Array): void {
    this.clear();
    this.#isInLine = bytes.length === 0 ? this.#isInLine : bytes.at(-1) !== lineFeed;
  }
}

export function progressText({ phase, remainingSeconds, figures }: LoadProgress, { say }: Words): string {
  const parts: CommandText[] = [{ code: `command.phase.${phase}` }];
  if (remainingSeconds !== undefined) parts.push({ code: "command.progress.left", values: { seconds: Math.ceil(remainingSeconds) } });
  if (figures !== undefined) {
    const { requestsPerSecond, p99Ms, errors } = figures;
    parts.push({ code: "report.perSecond", values: { requests: Math.round(requestsPerSecond) } });
    parts.push({ code: "command.progress.p99", values: { shown: Math.round(p99Ms) } });
    if (errors > 0) parts.push({ code: "command.progress.errors", values: { shown: errors, count: errors } });
  }
  return parts.map(say).join(" · ");
}
