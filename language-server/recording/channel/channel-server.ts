import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { currentPlatform } from "../../platform/current-platform.ts";
import { type ChannelAddress, channelFile, type Hello } from "../in-app/channel/channel-protocol.ts";
import { ChannelLine } from "./channel-line.ts";
import { madeOnce } from "../../analysis/collections.ts";

/** Longer names of sockets do not fit into the system's structure: 104 bytes on macOS, 108 on Linux, with a zero at the end. */
const longestPath = 103;
const longestHello = 1000;
/** Who connects and says nothing is no process of ours. */
const helloMs = 2000;

/** Where the threads of a session's app connect to: a socket in a folder that nobody else can enter. */
export class ChannelServer implements AsyncDisposable {
  readonly #server = net.createServer((socket) => this.#accept(socket));
  readonly #token = randomUUID();
  readonly #lines = new Map<string, ChannelLine>();
  readonly #sockets = new Set<net.Socket>();
  /** A short path to the socket, if that of the session's folder is too long. */
  #shortFolder: string | undefined;

  /** `watch` is given a folder to remove should we not live to do so. Rejects with the system's error if nothing can be listened to. */
  static async listen(
    sessionFolder: string,
    { passesOutput, watch }: { readonly passesOutput: boolean; readonly watch: (folder: string) => void },
    platform: NodeJS.Platform = currentPlatform,
  ): Promise<ChannelServer> {
    const server = new ChannelServer();
    try {
      const address = await server.#pathFor(sessionFolder, platform, watch);
      const listening = once(server.#server, "listening");
      server.#server.listen(address);
      await listening;
      const given: ChannelAddress = { path: address, token: server.#token, recorder: process.pid, passesOutput };
      await writeFile(path.join(sessionFolder, channelFile), JSON.stringify(given), { mode: 0o600 });
      return server;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The line of a thread, which may yet have to connect. */
  line(id: string): ChannelLine {
    return madeOnce(this.#lines, id, () => new ChannelLine());
  }

  /** Call when the thread has ended. */
  forget(id: string): void {
    this.#lines.get(id)?.close();
    this.#lines.delete(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const id of this.#lines.keys()) this.forget(id);
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server.listening) {
      const closed = once(this.#server, "close");
      this.#server.close();
      await closed;
    }
    if (this.#shortFolder !== undefined) await rm(this.#shortFolder, { recursive: true, force: true });
  }

  async #pathFor(sessionFolder: string, platform: NodeJS.Platform, watch: (folder: string) => void): Promise<string> {
    if (platform === "win32") return `\\\\.\\pipe\\${path.basename(sessionFolder)}-${randomUUID()}`;
    const own = path.join(sessionFolder, "channel");
    if (Buffer.byteLength(own) <= longestPath) return own;
    const parent = Buffer.byteLength(os.tmpdir()) <= longestPath - 30 ? os.tmpdir() : "/tmp";
    // A new one, for this user alone: nothing but the socket is in it.
    this.#shortFolder = await mkdtemp(path.join(parent, "heatline-"));
    watch(this.#shortFolder);
    return path.join(this.#shortFolder, "channel");
  }

  #accept(socket: net.Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    // A process that ends breaks the connection.
    socket.on("error", () => socket.destroy());
    const limit = setTimeout(() => socket.destroy(), helloMs);
    socket.once("close", () => clearTimeout(limit));
    let text = "";
    const onData = (piece: Buffer): void => {
      text += piece.toString("latin1");
      const end = text.indexOf("\n");
      if (end < 0 && text.length <= longestHello) return;
      clearTimeout(limit);
      socket.off("data", onData);
      const id = end < 0 ? undefined : this.#idIn(text.slice(0, end));
      if (id === undefined) socket.destroy();
      else this.line(id).connect(socket, Buffer.from(text.slice(end + 1), "latin1").toString());
    };
    socket.on("data", onData);
  }

  /** Undefined if the greeting is none. */
  #idIn(line: string): string | undefined {
    try {
      const { token, id } = JSON.parse(line) as Partial<Hello>;
      return token === this.#token && typeof id === "string" ? id : undefined;
    } catch {
      return undefined;
    }
  }
}
