import type { LoadReport } from "../../../analysis/load/load.ts";
import type { Microseconds, Seconds } from "../../../analysis/units.ts";
import { monotonicUs } from "../requests/wall-clock.ts";
import type { Client } from "./client.ts";
import { PacedClient } from "./paced-client.ts";

/** Timers count whole milliseconds of the clock, and run up to one late: they are set one early, so that one is enough for a request. */
const timerUnit: Microseconds = 1000;
/** A timer that is so late shows that the load's own process had no CPU. Those of Windows are up to 16 ms late. */
const stall: Microseconds = 20_000;
/** How often to look for that while all connections wait for answers. */
const watch: Microseconds = 50_000;
/** A machine that is only busy lets no process wait so long: it slept, and nothing was due. */
const sleep: Microseconds = 5_000_000;
/** Of requests that were never sent, as far as they are noted one by one. */
const mostUnsent = 1_000_000;

/**
 * Sends requests evenly, at a fixed rate: each is due at its time whatever the app does, and goes to the connection that has been free for longest. If
 * none is free it waits, and its latency includes that. (autocannon's own `overallRate` sends those of a second together.)
 */
export class Pace {
  readonly #gap: Microseconds;
  /** To open at once: more would rest for over a second between two requests, and servers may close them. */
  readonly #early: number;
  readonly #clients: PacedClient[] = [];
  readonly #free = new Set<PacedClient>();
  /** Not connected; used if no other is free. */
  readonly #closed = new Set<PacedClient>();
  /** When requests were due that a server closed their connection on. */
  readonly #unread: Microseconds[] = [];
  /** From when a timer should have run until it did: what is due between is due at the end of it. */
  readonly #delays: { readonly from: Microseconds; readonly to: Microseconds }[] = [];
  #count: number;
  #next = 0;
  #start: Microseconds = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #wakeAt: Microseconds = Number.POSITIVE_INFINITY;
  #isSending = false;
  #failed = 0;
  #timeouts = 0;
  #delayed: NonNullable<LoadReport["toolDelay"]> = { requests: 0, longestMs: 0 };

  constructor(ratePerSecond: number, duration: Seconds) {
    this.#gap = 1e6 / ratePerSecond;
    this.#early = Math.max(1, Math.ceil(ratePerSecond));
    this.#count = Math.max(1, Math.round(ratePerSecond * duration));
  }

  /** Requests that ended without an answer; time-outs are among the errors. */
  get failures(): { readonly errors: number; readonly timeouts: number } {
    return { errors: this.#failed + this.#timeouts, timeouts: this.#timeouts };
  }

  /** What a report says beside. */
  get notes(): Pick<LoadReport, "unsent" | "toolDelay"> {
    const unsent = this.#unread.length + this.#due(monotonicUs()) - this.#next;
    return { ...(unsent > 0 ? { unsent } : {}), ...(this.#delayed.requests > 0 ? { toolDelay: this.#delayed } : {}) };
  }

  /** Whether all of the load's requests are over. */
  get isOver(): boolean {
    return this.#next === this.#count && this.#unread.length === 0 && this.#clients.every(({ waiting }) => waiting === 0);
  }

  /** Call before the client connects, and before all others that join it. */
  join(client: Client): void {
    const paced = new PacedClient(client);
    let isEarly = this.#clients.length < this.#early;
    this.#clients.push(paced);
    client._doRequest = () => {
      paced.rest();
      this.#closed.delete(paced);
      this.#free.add(paced);
      this.#send();
    };
    client.on("response", () => paced.answered());
    client.on("connError", () => (this.#failed += paced.lose().length));
    const destroy = client._destroyConnection.bind(client);
    client._destroyConnection = () => {
      if (!client.destroyed) this.#timeouts += paced.lose().length;
      if (client.conn !== undefined) destroy();
    };
    client._connect = () => {
      const { unread, failed } = paced.close();
      this.#unread.push(...unread);
      this.#failed += failed;
      this.#free.delete(paced);
      this.#closed.add(paced);
      if (isEarly) paced.connect();
      isEarly = false;
      this.#send();
    };
  }

  /** The first request is due now. */
  begin(): void {
    this.#start = monotonicUs();
    this.#send();
  }

  /** No more requests are due. */
  stop(): void {
    this.#count = this.#due(monotonicUs());
    this.#isSending = true;
    clearTimeout(this.#timer);
  }

  /** When requests were due that were not sent; of very many only some. */
  *unsentDue(): Generator<Microseconds> {
    yield* this.#unread;
    const until = this.#due(monotonicUs());
    const step = Math.max(1, Math.ceil((until - this.#next) / mostUnsent));
    for (let index = this.#next; index < until; index += step) yield this.#planned(index);
  }

  #planned(index: number): Microseconds {
    return this.#start + index * this.#gap;
  }

  /** How many requests were due until then, at least those that were sent. */
  #due(now: Microseconds): number {
    return Math.max(this.#next, Math.min(this.#count, Math.floor((now - this.#start) / this.#gap) + 1));
  }

  /** Sends what is due while a connection is free. */
  #send(): void {
    if (this.#isSending || this.#start === Number.POSITIVE_INFINITY) return;
    this.#isSending = true;
    const now = monotonicUs();
    if (now >= this.#wakeAt) this.#noteDelay(now);
    while (this.#unread.length > 0 || (this.#next < this.#count && this.#planned(this.#next) <= now + timerUnit)) {
      const client = this.#freeOne();
      if (client === undefined) break;
      client.send(this.#unread.shift() ?? this.#takeNext(now));
      if (client.hasRoom) this.#free.add(client);
    }
    this.#isSending = false;
    this.#wakeLater(now);
  }

  /** Returns when it was due. */
  #takeNext(now: Microseconds): Microseconds {
    const planned = this.#planned(this.#next++);
    while (this.#delays[0] !== undefined && this.#delays[0].to < planned) this.#delays.shift();
    const [delay] = this.#delays;
    if (delay === undefined || delay.from > planned) return Math.min(planned, now);
    const { requests, longestMs } = this.#delayed;
    const late = delay.to - planned;
    if (late > stall) this.#delayed = { requests: requests + 1, longestMs: Math.max(longestMs, late / 1000) };
    return delay.to;
  }

  #freeOne(): PacedClient | undefined {
    const [closed] = this.#free.size === 0 ? this.#closed : [];
    closed?.connect();
    const [free] = this.#free;
    if (free !== undefined) this.#free.delete(free);
    return free;
  }

  #noteDelay(now: Microseconds): void {
    const late = now - this.#wakeAt;
    if (late > sleep) this.#start += late;
    else this.#delays.push({ from: this.#wakeAt, to: now });
    this.#wakeAt = Number.POSITIVE_INFINITY;
  }

  #wakeLater(now: Microseconds): void {
    const isFree = this.#free.size + this.#closed.size > 0;
    if (this.#next === this.#count && (isFree || this.#unread.length === 0)) return;
    const at = isFree ? this.#planned(this.#next) : now + watch;
    if (this.#timer !== undefined && this.#wakeAt <= at) return;
    clearTimeout(this.#timer);
    this.#wakeAt = at;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#send();
      },
      Math.max(1, Math.ceil(at / timerUnit) - Math.floor(now / timerUnit) - 1),
    );
  }
}
