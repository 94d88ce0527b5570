import { type Outcome, outcomes } from "../../../analysis/timeline/tracks.ts";
import type { Microseconds, Milliseconds } from "../../../analysis/units.ts";
import { monotonicUs } from "../requests/monotonic-clock.ts";
import type { RequestRows } from "../requests/request-rows.ts";
import type { Client, SentRequest } from "./client.ts";
import { heldBack } from "./held-back.ts";

const [answer, error, timeout, loadEnd, unsent] = (["answer", "error", "timeout", "load-end", "unsent"] as const).map((outcome: Outcome) =>
  outcomes.indexOf(outcome),
) as [number, number, number, number, number];

/**
 * Notes each request of a phase's connections when it is over, by the times that autocannon takes itself: from the write to the end of the
 * answer. Left out are requests that a server's clean close leaves unanswered on a connection that had answers: autocannon writes one after the
 * last answer, before it learns of the close.
 */
export class ClientRequests {
  readonly #rows: RequestRows;
  readonly #expected: Milliseconds;

  /** `expected`: time between two requests of a connection; infinite without a rate. */
  constructor(rows: RequestRows, expected: Milliseconds) {
    this.#rows = rows;
    this.#expected = expected;
  }

  /** Call before the client connects, and after `forgetLostRequests`. */
  join(client: Client): void {
    const { pipelinedRequests: queue } = client;
    let answers = 0;
    const fail = (outcome: number): void => {
      const end = monotonicUs();
      for (const sent of queue.toArray()) this.#add(client, sent, end, 0, outcome);
    };
    const terminate = queue.terminateRequest.bind(queue);
    queue.terminateRequest = () => {
      const ended = terminate();
      if (ended !== undefined && !client.destroyed) {
        answers += 1;
        this.#answered(client, ended);
      }
      return ended;
    };
    client.on("connError", () => {
      fail(error);
      queue.clear();
    });
    const destroy = client._destroyConnection.bind(client);
    client._destroyConnection = () => {
      fail(client.destroyed ? loadEnd : timeout);
      destroy();
    };
    const connect = client._connect.bind(client);
    client._connect = () => {
      if (answers === 0) fail(error);
      answers = 0;
      connect();
    };
  }

  #answered(client: Client, ended: SentRequest): void {
    const { duration = 0, headers } = ended;
    const end = startOf(ended) + duration * 1000;
    this.#add(client, ended, end, headers.statusCode ?? 0, answer);
    if (duration < 2 * this.#expected) return;
    const request = indexOf(client, ended);
    for (const waited of heldBack(duration, this.#expected))
      this.#rows.add({ due: end - waited * 1000, sent: end, end, status: 0, outcome: unsent, request });
  }

  #add(client: Client, sent: SentRequest, end: Microseconds, status: number, outcome: number): void {
    const start = startOf(sent);
    this.#rows.add({ due: start, sent: start, end: Math.max(start, end), status, outcome, request: indexOf(client, sent) });
  }
}

/** In the plan. */
function indexOf({ requestIterator: { requests } }: Client, { req }: SentRequest): number {
  return requests.length === 1 ? 0 : Math.max(0, requests.indexOf(req));
}

/** By the machine's monotonic clock. */
function startOf({ startTime }: SentRequest): Microseconds {
  return startTime[0] * 1e6 + startTime[1] / 1000;
}
