import { channel } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isMainThread } from "../channel/main-thread.ts";
import { markKinds } from "../marks/mark-rows.ts";
import type { MarkWriter } from "../marks/mark-writer.ts";
import { RouteNames } from "./route-names.ts";
import { markUs, type Numbered, type Turns } from "./turns.ts";

/** Node's, as it publishes it at a request's start and at the end of its answer. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
}

/** One for each request: its async context carries it, so it holds nothing that is large. */
class ServedRequest implements Numbered {
  readonly number: number;
  readonly beganUs: number;
  readonly ordinal: number;
  readonly method: string;
  /** As it was sent: frameworks change that of the request. */
  readonly url: string;
  /** By the framework; 0 if it has not reported any. */
  route = 0;

  constructor(number: number, beganUs: number, ordinal: number, { method = "", url = "" }: IncomingMessage) {
    this.number = number;
    this.beganUs = beganUs;
    this.ordinal = ordinal;
    this.method = method;
    this.url = url;
  }
}

interface OpenRequest {
  readonly served: ServedRequest;
  readonly exchange: Exchange;
  /** What reads its connection. */
  readonly entered: object | undefined;
}

/** A client's connection: it is answered in the order in which it asked. */
interface Connection {
  readonly port: number;
  readonly open: OpenRequest[];
  requests: number;
}

/** The request's object in fastify; only what is read. */
interface FastifyHandled {
  readonly request?: object;
  readonly route?: { readonly url?: unknown };
}

/** h3's event, which the start of each handler and middleware reports. */
interface H3Handled {
  readonly type?: unknown;
  readonly event?: { readonly context?: { readonly matchedRoute?: { readonly route?: unknown } } };
}

/** Numbers the requests that this thread's HTTP/1 servers are sent, and marks their beginnings, ends and routes. */
export class ServedRequests {
  readonly #marks: MarkWriter;
  readonly #turns: Turns;
  readonly #names: RouteNames;
  readonly #connections = new Map<Socket, Connection>();
  #count = 0;

  constructor(marks: MarkWriter, turns: Turns) {
    this.#marks = marks;
    this.#turns = turns;
    this.#names = new RouteNames(marks);
  }

  start(): void {
    channel("http.server.request.start").subscribe(this.#onStart);
    channel("http.server.response.finish").subscribe(this.#onFinish);
    // Of a worker's server no route is reported, as its turns are not.
    if (!isMainThread) return;
    channel("tracing:fastify.request.handler:start").subscribe(this.#onFastify);
    channel("tracing:h3.request:start").subscribe(this.#onH3);
  }

  /** The routes, as far as they are known, of what is not answered yet. */
  markOpen(): void {
    for (const { open } of this.#connections.values()) for (const each of open) this.#markRoute(markUs(), each);
  }

  /** The same rows as at their beginning, for a file that has lost them. */
  markBegun(): void {
    for (const { port, open } of this.#connections.values())
      for (const { served } of open) this.#marks.add(served.beganUs, markKinds.begin, served.number, port, served.ordinal);
  }

  readonly #onStart = (message: unknown): void => {
    const exchange = message as Exchange;
    const connection = this.#connections.get(exchange.socket) ?? this.#connect(exchange.socket);
    connection.requests += 1;
    this.#count += 1;
    const served = new ServedRequest(this.#count, markUs(), connection.requests, exchange.request);
    this.#marks.add(served.beganUs, markKinds.begin, served.number, connection.port, served.ordinal);
    connection.open.push({ served, exchange, entered: this.#turns.enter(served, served.beganUs) });
  };

  readonly #onFinish = (message: unknown): void => {
    const { socket, request } = message as Exchange;
    const open = this.#connections.get(socket)?.open;
    // Of a request that began before we listened, nothing is known.
    if (open?.[0]?.exchange.request !== request) return;
    this.#end(open.shift() as OpenRequest, 0);
  };

  #connect(socket: Socket): Connection {
    const connection: Connection = { port: socket.remotePort ?? 0, open: [], requests: 0 };
    this.#connections.set(socket, connection);
    socket.once("close", () => {
      this.#connections.delete(socket);
      for (const each of connection.open) this.#end(each, 1);
    });
    return connection;
  }

  #end(each: OpenRequest, aborted: number): void {
    const atUs = markUs();
    const { request, response } = each.exchange;
    this.#markRoute(atUs, each);
    if (request.complete) this.#turns.leave(each.entered, each.served);
    const status = aborted === 0 || response.headersSent ? response.statusCode : 0;
    this.#marks.add(atUs, markKinds.end, each.served.number, status, aborted);
  }

  #markRoute(atUs: number, { served, exchange }: OpenRequest): void {
    if (!isMainThread) return;
    const route = served.route === 0 ? this.#names.of(served.method, served.url, exchange.request) : served.route;
    if (route > 0) this.#marks.add(atUs, markKinds.route, served.number, route, 0);
  }

  readonly #onFastify = (message: unknown): void => {
    const { request, route } = message as FastifyHandled;
    this.#nameRoute(route?.url, request);
  };

  readonly #onH3 = (message: unknown): void => {
    const { type, event } = message as H3Handled;
    if (type === "route") this.#nameRoute(event?.context?.matchedRoute?.route, undefined);
  };

  /** A framework has found the route of the request whose code runs. */
  #nameRoute(pattern: unknown, request: object | undefined): void {
    const served = this.#turns.request();
    if (typeof pattern !== "string" || !(served instanceof ServedRequest)) return;
    served.route = this.#names.ofPattern(served.method, pattern, served.url, request);
  }
}
