import { EventEmitter } from "node:events";
import http, { type IncomingHttpHeaders, type RequestOptions } from "node:http";
import net from "node:net";
import tls from "node:tls";
import http2, { type ClientHttp2Session, type ClientHttp2Stream } from "node:http2";

/** What of a response both clients have: this one and `http`'s. */
export interface HttpAnswer {
  readonly statusCode?: number | undefined;
  readonly statusMessage?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly httpVersionMajor: number;
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** RFC 9113, 8.2.2: headers of a connection, which HTTP/2 does not have. The host is the authority. */
const ofConnection = new Set(["connection", "host", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"]);

/** Sends as `http.request` does, by HTTP/2 on a connection of its own. */
export const http2Client = {
  request(
    url: URL,
    options: RequestOptions & { readonly rejectUnauthorized?: boolean },
    answered: (answer: HttpAnswer) => void,
  ): Http2Request {
    return new Http2Request(url, options, answered);
  },
};

/** Emits `error` at most once, and `close` at the end. */
class Http2Request extends EventEmitter {
  readonly #session: ClientHttp2Session;
  readonly #stream: ClientHttp2Stream;
  #hasFailed = false;

  constructor(
    url: URL,
    {
      method = "GET",
      headers = {},
      signal,
      socketPath,
      rejectUnauthorized = true,
    }: RequestOptions & { readonly rejectUnauthorized?: boolean },
    answered: (answer: HttpAnswer) => void,
  ) {
    super();
    const secure = { ALPNProtocols: ["h2"], rejectUnauthorized };
    const path = socketPath ?? undefined;
    const connected =
      path === undefined
        ? {}
        : { createConnection: () => (url.protocol === "https:" ? tls.connect({ path, ...secure }) : net.connect({ path })) };
    this.#session = http2.connect(url.origin, { rejectUnauthorized, ...connected });
    const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    const host = given.find(([name]) => name === "host")?.[1];
    this.#stream = this.#session.request(
      {
        ...Object.fromEntries(given.filter(([name]) => !ofConnection.has(name))),
        ":method": method,
        ":path": url.pathname + url.search,
        ":authority": String(host ?? url.host),
      },
      { endStream: false, ...(signal === undefined ? {} : { signal }) },
    );
    const stream = this.#stream;
    let hasEnded = false;
    stream.on("response", (received) => {
      const { ":status": statusCode = 0, ...others } = received;
      answered({
        statusCode,
        statusMessage: http.STATUS_CODES[statusCode] ?? "",
        headers: others,
        httpVersionMajor: 2,
        on: stream.on.bind(stream) as HttpAnswer["on"],
      });
    });
    stream.on("end", () => (hasEnded = true));
    stream.on("error", (error) => this.#fail(error));
    stream.on("close", () => {
      // A stream that the server has reset may close without an error.
      if (!hasEnded) this.#fail(Object.assign(new Error("The stream was closed"), { code: "ECONNRESET" }));
      this.#session.close();
      this.emit("close");
    });
    this.#session.on("error", (error) => this.#fail(error));
  }

  end(content?: string | Buffer): void {
    this.#stream.end(content);
  }

  destroy(): void {
    this.#stream.destroy();
    this.#session.destroy();
  }

  #fail(error: Error): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.emit("error", error);
  }
}
