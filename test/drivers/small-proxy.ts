import { once } from "node:events";
import { createServer, request as requestHttp } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** A real proxy on 127.0.0.1, for http and, by tunnels, for https. Whatever host it is asked for, it connects to one port of this machine. */
export class SmallProxy implements AsyncDisposable {
  /** The requests: `GET http://HOST/PATH`, `CONNECT HOST:PORT`. */
  readonly asked: string[] = [];
  readonly #server = createServer();
  readonly #sockets = new Set<Socket>();

  private constructor(port: number) {
    this.#server.on("request", ({ method = "", url = "", headers }, response) => {
      // Other processes of this machine may ask what listens here.
      if (!URL.canParse(url)) return void response.writeHead(400).end();
      this.asked.push(`${method} ${url}`);
      const { pathname, search } = new URL(url);
      requestHttp({ host: "127.0.0.1", port, path: pathname + search, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      }).end();
    });
    this.#server.on("connect", ({ url = "" }, client: Socket) => {
      this.asked.push(`CONNECT ${url}`);
      const server = connect(port, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        server.pipe(client).pipe(server);
      });
      for (const socket of [client, server]) this.#sockets.add(socket.on("error", () => socket.destroy()));
    });
  }

  static async start(port: number): Promise<SmallProxy> {
    const proxy = new SmallProxy(port);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}
