import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import type { Bytes, Milliseconds } from "../../../analysis/units.ts";

/** One of autocannon's connections: what its types leave out. `request` is emitted before each request, `response` and `timeout` after. */
export interface Client extends EventEmitter {
  readonly requestIterator: RequestIterator;
  readonly parser: ResponseParser;
  readonly pipelinedRequests: SentRequests;
  /** True from the end of the load on. */
  readonly destroyed: boolean;
  readonly opts: { readonly pipelining: number };
  /** Undefined before the client connects. */
  readonly conn?: Socket;
  /** Ends the wait for an answer, from the last request on. */
  readonly timeoutTicker: { clear(): void; _triggered: boolean };
  _connect(): void;
  /** Called for each request that the connection has room for: as often as its pipeline is long once it connects, and after each answer. */
  _doRequest(): void;
  /** Called when a request timed out, and at the end of the load. */
  _destroyConnection(): void;
}

/** Requests of a connection that have no answer yet, oldest first. */
interface SentRequests {
  clear(): void;
  addBody: (piece: Buffer) => void;
  toArray(): readonly SentRequest[];
  insertRequest: (request: object) => void;
  terminateRequest(): SentRequest | undefined;
}

type HighResolutionTime = readonly [seconds: number, nanoseconds: number];

export interface SentRequest {
  readonly req: BuiltRequest;
  /** By `process.hrtime`: just before it is written; at a fixed rate when it was due. */
  startTime: HighResolutionTime;
  /** At a fixed rate: just before it is written. */
  writtenAt?: HighResolutionTime;
  /** Which request of its connection it is, from 1. */
  ordinal?: number;
  /** Known of one that is answered. */
  readonly duration?: Milliseconds;
  readonly headers: { readonly statusCode?: number };
}

/** Chooses a connection's next request; `requests` are built once. */
interface RequestIterator {
  readonly requests: readonly BuiltRequest[];
  currentRequest: object;
  nextRequest(): object;
  /** Builds them at once; only before the client has sent a request. */
  setRequests(requests: readonly object[]): void;
  /** Builds the current one again. */
  rebuildRequest(): void;
}

interface BuiltRequest {
  headers: Readonly<Record<string, string>>;
}

/** That of http-parser-js: a callback is a property whose key its constructor names. */
interface ResponseParser {
  readonly constructor: { readonly kOnHeadersComplete: number; readonly kOnMessageComplete: number };
  [callback: number]: (head?: { readonly statusCode: number }) => void;
}

/**
 * autocannon takes an interim answer (102, 103, or 100 to `Expect`) for the final one: it sends the next request, and takes the final answer for
 * that one's. RFC 9110, 15.2: any number of them may come before the final answer. 101 is final. Call before the client connects.
 */
export function passOverInterimAnswers(client: Client, onInterim: (status: number) => void): void {
  const connect = client._connect.bind(client);
  // autocannon sets the callbacks after `setupClient`, and connects last.
  let isSet = false;
  client._connect = () => {
    if (!isSet) setCallbacks();
    isSet = true;
    connect();
  };

  function setCallbacks(): void {
    const { parser } = client;
    const { kOnHeadersComplete, kOnMessageComplete } = parser.constructor;
    const [onHeaders, onMessage] = [parser[kOnHeadersComplete], parser[kOnMessageComplete]];
    let isInterim = false;
    parser[kOnHeadersComplete] = (head) => {
      const status = head?.statusCode ?? 0;
      isInterim = status >= 100 && status < 200 && status !== 101;
      if (isInterim) onInterim(status);
      else onHeaders?.call(parser, head);
    };
    parser[kOnMessageComplete] = () => {
      if (!isInterim) onMessage?.call(parser);
    };
  }
}

/**
 * autocannon keeps the text of each answer, for checks that nobody asks for here: an answer of 100 MB took it longer than a whole load. `onPiece` is
 * called with what arrives of any. Call before the client connects.
 */
export function dropBodies({ pipelinedRequests }: Client, onPiece: (bytes: Bytes) => void): void {
  pipelinedRequests.addBody = ({ length }) => onPiece(length);
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
