import { type Outcome, outcomes } from "../../../analysis/timeline/tracks.ts";
import type { Microseconds } from "../../../analysis/units.ts";
import { monotonicUs } from "../requests/wall-clock.ts";
import type { RequestRows } from "../requests/request-rows.ts";
import type { Client, SentRequest } from "./client.ts";

const [answer, error, timeout, loadEnd, unsent] = (["answer", "error", "timeout", "load-end", "unsent"] as const).map((outcome: Outcome) =>
  outcomes.indexOf(outcome),
) as [number, number, number, number, number];

/**
 * Notes each request of a phase's connections when it is over, by the times that autocannon takes itself: from the write, or at a fixed rate from
 * when it was due, to the end of the answer. Left out are requests that a server's clean close leaves unanswered on a connection that had answers: autocannon writes one after the
 * last answer, before it learns of the close.
 */
export class ClientRequests {
  readonly #rows: RequestRows;

  constructor(rows: RequestRows) {
    this.#rows = rows;
  }

  /** Call before the client connects, and after `forgetLostRequests`. */
  join(client: Client): void {
    const { pipelinedRequests: queue } = client;
    let answers = 0;
    let inserted = 0;
    const insert = queue.insertRequest.bind(queue);
    queue.insertRequest = (request) => {
      insert(request);
      const sent = queue.toArray().at(-1);
      inserted += 1;
      if (sent !== undefined) sent.ordinal = inserted;
    };
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
      inserted = 0;
      connect();
    };
  }

  /** What was due and not sent when the load ended. `request`: its index in the plan. */
  addUnsent(due: Microseconds, end: Microseconds, request: number): void {
    this.#rows.add({ due, sent: end, end, status: 0, outcome: unsent, request });
  }

  #answered(client: Client, ended: SentRequest): void {
    const { duration = 0, headers } = ended;
    this.#add(client, ended, microseconds(ended.startTime) + duration * 1000, headers.statusCode ?? 0, answer);
  }

  #add(client: Client, request: SentRequest, end: Microseconds, status: number, outcome: number): void {
    const { startTime, writtenAt = startTime, ordinal } = request;
    // That of a connection that is gone is not known any more.
    const port = client.conn?.localPort ?? 0;
    const [due, sent] = [microseconds(startTime), microseconds(writtenAt)];
    this.#rows.add({ due, sent, end: Math.max(sent, end), status, outcome, request: indexOf(client, request), port, ordinal });
  }
}

/** In the plan. */
function indexOf({ requestIterator: { requests } }: Client, { req }: SentRequest): number {
  return requests.length === 1 ? 0 : Math.max(0, requests.indexOf(req));
}

function microseconds([seconds, nanoseconds]: SentRequest["startTime"]): Microseconds {
  return seconds * 1e6 + nanoseconds / 1000;
}
