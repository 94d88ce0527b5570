import { channel } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:net";
import type { AnsweredRequest, Report } from "./messages.ts";
import { longestPath, mostAnswered, requestGroup, requestPath } from "./request-path.ts";

/** Maximum number of different URLs that are recognised without looking at their parts. */
const mostRecognised = 1000;
const reportMs = 250;
/** Under load only the first requests of each report are counted, so that counting costs next to nothing. */
const mostPerReport = 100;
/** Before the app's tests can replace them. */
const later = setTimeout;
const nextTurn = setImmediate;

interface Counted extends Omit<AnsweredRequest, "count" | "isAtLeast"> {
  /** Since the last report. */
  count: number;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Undefined if the app has made one itself. */
  readonly server: Partial<Pick<Server, "address">> | undefined;
}

/**
 * Counts the requests that the app's HTTP/1 servers answer, by the two channels that Node 18 to 26 have for it, and reports them a moment
 * later. While paused it subscribes to nothing; a request that began then is not counted either.
 */
export class AnsweredRequests {
  readonly #send: Report;
  readonly #started = channel("http.server.request.start");
  readonly #finished = channel("http.server.response.finish");
  /** The URL that was sent: frameworks change that of the request. */
  readonly #urls = new WeakMap<IncomingMessage, string>();
  readonly #ports = new WeakMap<object, number>();
  readonly #recognised = new Map<string, Counted | undefined>();
  readonly #groups = new Map<string, Counted>();
  #left = mostPerReport;
  #isBeyond = false;
  #pausing: NodeJS.Timeout | undefined;
  #resuming: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(report: Report) {
    this.#send = report;
  }

  start(): void {
    this.stop();
    this.#started.subscribe(this.#onStart);
    this.#finished.subscribe(this.#onFinish);
  }

  /** What has begun by now is still counted if it is answered soon. */
  pause(): void {
    clearTimeout(this.#pausing);
    clearImmediate(this.#resuming);
    this.#started.unsubscribe(this.#onStart);
    this.#pausing = later(() => this.#finished.unsubscribe(this.#onFinish), reportMs).unref();
  }

  /** In that many turns of the event loop. */
  resume(turns: number): void {
    clearImmediate(this.#resuming);
    if (turns === 0) this.start();
    else this.#resuming = nextTurn(() => this.resume(turns - 1));
  }

  stop(): void {
    clearImmediate(this.#resuming);
    clearTimeout(this.#pausing);
    this.#started.unsubscribe(this.#onStart);
    this.#finished.unsubscribe(this.#onFinish);
  }

  readonly #onStart = (message: unknown): void => {
    if (this.#left === 0) {
      this.#isBeyond = true;
      return;
    }
    this.#left -= 1;
    this.#reportLater();
    const { request } = message as Exchange;
    this.#urls.set(request, request.url ?? "");
  };

  readonly #onFinish = (message: unknown): void => {
    const { request, response, server } = message as Exchange;
    const url = this.#urls.get(request);
    if (url === undefined) return;
    const { method = "" } = request;
    const { statusCode: status } = response;
    const port = this.#portOf(server);
    const name = `${method} ${status} ${port} ${url}`;
    let counted = this.#recognised.get(name);
    if (counted === undefined) {
      if (this.#recognised.has(name)) return;
      counted = this.#groupOf(url, { port, method, status });
      if (this.#recognised.size < mostRecognised && url.length <= longestPath) this.#recognised.set(name, counted);
      if (counted === undefined) return;
    }
    counted.count += 1;
    this.#reportLater();
  };

  #reportLater(): void {
    if (this.#timer === undefined) this.#timer = later(this.#report, reportMs).unref();
  }

  readonly #report = (): void => {
    const requests = [...this.#groups.values()].filter(({ count }) => count > 0);
    if (requests.length > 0) this.#send({ kind: "answered", requests: requests.map((each) => ({ ...each, isAtLeast: this.#isBeyond })) });
    for (const each of requests) each.count = 0;
    this.#left = mostPerReport;
    this.#isBeyond = false;
    this.#timer = undefined;
  };

  #groupOf(url: string, { port, method, status }: Pick<AnsweredRequest, "port" | "method" | "status">): Counted | undefined {
    const shown = port === 0 ? undefined : requestPath(url);
    if (shown === undefined) return undefined;
    const group = `${method} ${status} ${port} ${requestGroup(shown.path)}`;
    const known = this.#groups.get(group);
    if (known !== undefined || this.#groups.size >= mostAnswered) return known;
    const counted = { port, method, path: shown.path, isWhole: shown.isWhole, status, count: 0 };
    this.#groups.set(group, counted);
    return counted;
  }

  /** 0 for a server that listens on no port. */
  #portOf(server: Exchange["server"]): number {
    if (server === undefined) return 0;
    const known = this.#ports.get(server);
    if (known !== undefined) return known;
    const address = server.address?.();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    this.#ports.set(server, port);
    return port;
  }
}
