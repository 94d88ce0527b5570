import { once } from "node:events";
import { open, type FileHandle } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import type { Milliseconds } from "../../analysis/units.ts";
import { ifRefused } from "../../platform/refusals.ts";

/** How V8's log begins. */
const firstBytes = Buffer.from("v8-version,");
/** How many isolates can open their log at the same moment. Windows refuses further ones, which then have no log. */
const waitingInstances = 64;
/**
 * Ticks come about every millisecond, so when more of a thread's log arrives, everything before has arrived too. A stopped thread writes
 * nothing.
 */
const settleMs: Milliseconds = 150;
/** V8 writes the head of its log as soon as it has opened it: what sends nothing for so long is a stranger. */
const silenceMs: Milliseconds = 2000;
/** Further strangers replace the first ones: they are not to exhaust what the isolates need. */
const mostSilent = 256;

/**
 * A named pipe that V8 writes its log to like a file: each isolate opens the name and has a connection of its own. Data is appended to a
 * file at once, where it can be read meanwhile; on Windows the file that V8 itself writes is locked until it is closed.
 */
export class LogPipe implements AsyncDisposable {
  readonly #server: net.Server;
  readonly #folder: string;
  readonly #connections = new Set<Connection>();
  #count = 0;

  private constructor(server: net.Server, folder: string) {
    this.#server = server;
    this.#folder = folder;
    server.on("connection", (socket) => this.#accept(socket));
  }

  /** Rejects if the name is not available. */
  static async listen(name: string, folder: string): Promise<LogPipe> {
    await refuseTaken(name);
    const server = net.createServer();
    const pipe = new LogPipe(server, folder);
    // Node reads this setting for this thread only.
    process.env["NODE_PENDING_PIPE_INSTANCES"] = String(waitingInstances);
    server.listen(name);
    delete process.env["NODE_PENDING_PIPE_INSTANCES"];
    await once(server, "listening");
    return pipe;
  }

  /** Resolves when everything written so far is in its file. */
  async settle(): Promise<void> {
    await Promise.all([...this.#connections].map((connection) => connection.settle()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const connection of this.#connections) connection.end();
    await closed;
    await Promise.all([...this.#connections].map((connection) => connection.finished));
  }

  #accept(socket: net.Socket): void {
    const connection = new Connection(socket, path.join(this.#folder, `connection-${this.#count++}.log`));
    this.#connections.add(connection);
    const silent = [...this.#connections].filter(({ isSilent }) => isSilent);
    if (silent.length > mostSilent) silent[0]?.end();
    void connection.finished.then(() => this.#connections.delete(connection));
  }
}

/** libuv on Windows crashes when it closes a refused pipe for which a number of instances is set, so a refusal must come before that is set. */
async function refuseTaken(name: string): Promise<void> {
  const server = net.createServer().listen(name);
  await once(server, "listening");
  const closed = once(server, "close");
  server.close();
  await closed;
}

/** A connection from an isolate, or from a stranger: it is closed unless it begins like a log, at once. */
class Connection {
  /** Settles when it is closed and its file is written. */
  readonly finished: Promise<void>;
  readonly #socket: net.Socket;
  readonly #file: string;
  #handle: FileHandle | undefined;
  #head: Buffer = Buffer.alloc(0);
  #pieces = 0;
  #isSilent = true;
  #writing: Promise<void> = Promise.resolve();

  constructor(socket: net.Socket, file: string) {
    this.#socket = socket;
    this.#file = file;
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    // A process that ends breaks the connection; what arrived before counts.
    socket.on("error", () => socket.destroy());
    socket.on("data", (piece) => this.#take(piece));
    const silence = setTimeout(() => {
      if (this.#isSilent) this.end();
    }, silenceMs);
    socket.once("close", () => clearTimeout(silence));
    this.finished = closed.then(() => this.#writing).then(() => this.#handle?.close());
  }

  /** Whether it has yet to send what a log begins with. */
  get isSilent(): boolean {
    return this.#isSilent && !this.#socket.destroyed;
  }

  end(): void {
    this.#socket.destroy();
  }

  async settle(): Promise<void> {
    const wanted = this.#pieces + 2;
    const limit = AbortSignal.timeout(settleMs);
    while (this.#pieces < wanted && !this.#socket.destroyed && !limit.aborted)
      await Promise.race([this.finished, once(this.#socket, "data", { signal: limit })]).catch(() => undefined);
    await this.#writing;
  }

  #take(piece: Buffer): void {
    this.#pieces += 1;
    if (this.#handle === undefined && this.#head.length < firstBytes.length) {
      this.#head = Buffer.concat([this.#head, piece]);
      const length = Math.min(this.#head.length, firstBytes.length);
      if (!this.#head.subarray(0, length).equals(firstBytes.subarray(0, length))) return this.end();
      if (length < firstBytes.length) return;
      this.#isSilent = false;
      piece = this.#head;
    }
    // Makes a writer that is faster than the disk wait, so that memory does not grow.
    this.#socket.pause();
    this.#writing = this.#write(this.#writing, piece);
  }

  async #write(before: Promise<void>, piece: Buffer): Promise<void> {
    await before;
    try {
      this.#handle ??= await open(this.#file, "wx", 0o600);
      await this.#handle.write(piece);
      this.#socket.resume();
    } catch (error) {
      // A full or missing folder: the recording itself reports that, and the app is not to wait.
      this.end();
      ifRefused(error);
    }
  }
}
