import type { Socket } from "node:net";
import type { Microseconds } from "../../analysis/units.ts";
import { Deferred } from "../deferred.ts";
import type { Answer, Question } from "../in-app/channel/channel-protocol.ts";
import type { AppHooks } from "../in-app/messages.ts";

/** The thread has ended, or has closed its connection. */
export class LineClosedError extends Error {
  override readonly name = "LineClosedError";
}

export interface Answered {
  readonly value: unknown;
  /** When the thread answered, by the machine's monotonic clock. */
  readonly atUs: Microseconds;
}

/** An answer may hold what a user's expression gives. */
const longestLine = 64 * 1024 * 1024;

/** The connection of one thread: questions wait until it is there. Messages that the thread could not write to its file come by it, too. */
export class ChannelLine {
  /** Resolves when a connection that was there is closed. */
  readonly closed: Promise<void>;
  readonly #closed = new Deferred<void>();
  readonly #connected = new Deferred<Socket>();
  readonly #pending = new Map<number, Deferred<Answered>>();
  /** Messages that came before anyone listened. */
  readonly #unheard: string[] = [];
  #onMessage: (text: string) => void = (text) => void this.#unheard.push(text);
  #nextId = 1;
  #text = "";
  #isClosed = false;

  constructor() {
    this.closed = this.#closed.promise;
    this.#connected.promise.catch(() => undefined);
  }

  /** `first`: what came behind the greeting. */
  connect(socket: Socket, first: string): void {
    socket.setEncoding("utf8");
    socket.on("data", (piece: string) => this.#take(piece));
    socket.once("close", () => this.close());
    this.#take(first);
    this.#connected.resolve(socket);
  }

  onMessage(listener: (text: string) => void): void {
    this.#onMessage = listener;
    for (const text of this.#unheard.splice(0)) listener(text);
  }

  callHook(hook: keyof AppHooks, args: readonly unknown[]): Promise<Answered> {
    return this.#ask({ id: this.#nextId++, hook, args });
  }

  send(method: string, params: object): Promise<Answered> {
    return this.#ask({ id: this.#nextId++, method, params });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#connected.promise.then((socket) => socket.destroy()).catch(() => undefined);
    this.#connected.reject(new LineClosedError("There was no connection."));
    for (const { reject } of this.#pending.values()) reject(new LineClosedError("The connection is closed."));
    this.#pending.clear();
    this.#closed.resolve();
  }

  async #ask(question: Question): Promise<Answered> {
    if (this.#isClosed) throw new LineClosedError("The connection is closed.");
    const answer = new Deferred<Answered>();
    answer.promise.catch(() => undefined);
    this.#pending.set(question.id, answer);
    const socket = await this.#connected.promise;
    // In ASCII, so that no character is torn.
    const line = JSON.stringify(question).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    socket.write(`${line}\n`);
    return answer.promise;
  }

  #take(piece: string): void {
    const lines = (this.#text + piece).split("\n");
    this.#text = lines.pop() ?? "";
    if (this.#text.length > longestLine) return this.close();
    for (const line of lines) this.#hear(line);
  }

  #hear(line: string): void {
    const answer = JSON.parse(line) as Partial<Answer>;
    if (answer.id === undefined) return this.#onMessage(line);
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if ("error" in answer) pending?.reject(new Error(answer.error));
    else pending?.resolve(answer as Answered);
  }
}
