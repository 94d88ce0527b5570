import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Asks a server for the same path again and again over connections that stay open, with as little work of its own as possible. */
export class RawClient implements Disposable {
  readonly #sockets: readonly Socket[];
  readonly #request: string;
  readonly #end: string;

  private constructor(sockets: readonly Socket[], request: string, end: string) {
    this.#sockets = sockets;
    this.#request = request;
    this.#end = end;
  }

  /** `end`: that of each answer, which has it nowhere else. */
  static async open(port: number, path: string, end: string, connections: number): Promise<RawClient> {
    const sockets = Array.from({ length: connections }, () => connect(port, "127.0.0.1").setNoDelay().setEncoding("latin1"));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    return new RawClient(sockets, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, end);
  }

  /** Each connection sends as many, one after another. */
  async send(requests: number): Promise<void> {
    await Promise.all(this.#sockets.map((socket) => this.#sendAll(socket, requests / this.#sockets.length)));
  }

  async #sendAll(socket: Socket, requests: number): Promise<void> {
    let left = requests;
    await new Promise<void>((resolve, reject) => {
      const answered = (text: string): void => {
        if (!text.endsWith(this.#end)) return;
        left -= 1;
        if (left > 0) socket.write(this.#request);
        else resolve();
      };
      const closed = (): void => reject(new Error("The server has closed a connection"));
      socket.on("data", answered).on("close", closed).write(this.#request);
    });
    socket.removeAllListeners("data").removeAllListeners("close");
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
