import type { Milliseconds } from "../../analysis/units.ts";
import type { CommandText } from "../../texts/command-text.ts";
import type { Listener } from "../command.ts";
import { StatusLine } from "../recording/status-line.ts";

const tickMs: Milliseconds = 1000;

/** Says which round is recorded and how long it will take, each second; without a terminal as each recording begins. */
export class BenchStatus implements Disposable {
  readonly #line: StatusLine;
  readonly #listener: Listener;
  readonly #timer: NodeJS.Timeout;
  readonly #rounds: number;
  #now: (() => CommandText) | undefined;
  #beganAt = 0;
  #recorded = 0;
  #recordedMs: Milliseconds = 0;

  constructor(listener: Listener, rounds: number) {
    [this.#listener, this.#rounds] = [listener, rounds];
    this.#line = new StatusLine(listener);
    this.#timer = setInterval(() => this.#show(), tickMs);
  }

  say(text: CommandText): void {
    this.#line.say(text);
  }

  /** A recording begins. */
  turn(side: string, round: number): void {
    this.#beganAt = performance.now();
    if (this.#listener.err.isTTY !== true) this.say(this.#text(side, round));
    this.#now = () => this.#text(side, round);
    this.#show();
  }

  turnEnded(): void {
    this.#recorded += 1;
    this.#recordedMs += performance.now() - this.#beganAt;
    this.quiet();
  }

  quiet(): void {
    this.#now = undefined;
    this.#line.clear();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#line.clear();
  }

  #show(): void {
    if (this.#now !== undefined) this.#line.show(this.#listener.words.say(this.#now()));
  }

  #text(side: string, round: number): CommandText {
    const values = { round, rounds: this.#rounds, side };
    if (this.#recorded === 0) return { code: "command.bench.round", values };
    const leftMs = (this.#recordedMs / this.#recorded) * (2 * this.#rounds - this.#recorded) - (performance.now() - this.#beganAt);
    if (leftMs < 60_000)
      return { code: "command.bench.secondsLeft", values: { ...values, seconds: Math.ceil(Math.max(0, leftMs) / 1000) } };
    const minutes = Math.round(leftMs / 60_000);
    return { code: "command.bench.roundLeft", values: { ...values, minutes } };
  }
}
