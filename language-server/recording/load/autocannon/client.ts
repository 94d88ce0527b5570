import type { EventEmitter } from "node:events";

/** One of autocannon's connections: what its types leave out. `request` is emitted before each request, `response` and `timeout` after. */
export interface Client extends EventEmitter {
  readonly requestIterator: RequestIterator;
  readonly pipelinedRequests: { clear(): void };
  _connect(): void;
}

/** Chooses a connection's next request; `requests` are built once. */
interface RequestIterator {
  readonly requests: readonly object[];
  currentRequest: object;
  nextRequest(): object;
}

/**
 * autocannon takes the first response of a new connection for one to the last request of the old one, if the server closed that in between: each
 * closed connection would then add to all later latencies. Call before the client connects.
 */
export function forgetLostRequests(client: Client): void {
  const connect = client._connect.bind(client);
  client._connect = () => {
    client.pipelinedRequests.clear();
    connect();
  };
}
