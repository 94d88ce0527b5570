import type { Microseconds } from "../../../analysis/units.ts";
import type { Client } from "./client.ts";

/** One of autocannon's connections that sends a request when it is asked to, and has no socket while it has nothing to send and its server closed it. */
export class PacedClient {
  readonly #client: Client;
  readonly #connect: () => void;
  readonly #write: () => void;
  /** When requests without an answer were due, oldest first. */
  #due: Microseconds[] = [];
  #hadAnswer = false;

  /** Before anything else has joined the client. */
  constructor(client: Client) {
    this.#client = client;
    this.#connect = client._connect.bind(client);
    this.#write = client._doRequest.bind(client);
  }

  get waiting(): number {
    return this.#due.length;
  }

  get hasRoom(): boolean {
    return this.#due.length < this.#client.opts.pipelining;
  }

  connect(): void {
    this.#connect();
  }

  /** autocannon takes the latency from `startTime` on, so that it includes the time since the request was due. */
  send(due: Microseconds): void {
    this.#due.push(due);
    this.#write();
    const sent = this.#client.pipelinedRequests.toArray().at(-1);
    if (sent === undefined) return;
    sent.writtenAt = sent.startTime;
    const seconds = Math.floor(due / 1e6);
    sent.startTime = [seconds, Math.round((due - seconds * 1e6) * 1000)];
  }

  answered(): void {
    this.#due.shift();
    this.#hadAnswer = true;
  }

  /** autocannon's time-out would count while nothing is sent. */
  rest(): void {
    if (this.#due.length > 0) return;
    const { timeoutTicker } = this.#client;
    timeoutTicker.clear();
    // Else `reschedule` takes it for one that runs.
    timeoutTicker._triggered = true;
  }

  /** Forgets the requests that have no answer. */
  lose(): readonly Microseconds[] {
    const lost = this.#due;
    this.#due = [];
    return lost;
  }

  /**
   * The connection has ended. Returns what its server did not read: as autocannon writes a request before it learns of the close, that is no failure
   * if there were answers before.
   */
  close(): { readonly unread: readonly Microseconds[]; readonly failed: number } {
    const lost = this.lose();
    const hadAnswer = this.#hadAnswer;
    this.#hadAnswer = false;
    this.rest();
    // An error that follows the end is of no request.
    this.#client.conn?.removeAllListeners("error").on("error", () => undefined);
    return hadAnswer ? { unread: lost, failed: 0 } : { unread: [], failed: lost.length };
  }
}
