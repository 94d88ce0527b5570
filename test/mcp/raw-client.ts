import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import { markVariable, waitUntilGone } from "../drivers/adapter/session-processes.ts";
import { bundleMcp } from "./mcp-bundle.ts";

export type Message = Readonly<Record<string, unknown>>;

/** The real server as a process, to which any line can be sent. Disposing closes its input; then no process may be left. */
export class RawClient implements AsyncDisposable {
  readonly process: ChildProcessWithoutNullStreams;
  /** Environment mark that every process of the server inherits. */
  readonly mark: string;
  readonly received: Message[] = [];
  readonly #bell = new EventEmitter().setMaxListeners(0);
  #last = 0;

  private constructor(server: ChildProcessWithoutNullStreams, mark: string) {
    [this.process, this.mark] = [server, mark];
    createInterface({ input: server.stdout }).on("line", (line) => {
      this.received.push(JSON.parse(line) as Message);
      this.#bell.emit("change");
    });
    server.once("exit", () => this.#bell.emit("change"));
    server.stdin.on("error", () => undefined);
  }

  static async start(
    args: readonly string[],
    options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
  ): Promise<RawClient> {
    const [file, mark] = [await bundleMcp(), randomUUID()];
    const env = { ...process.env, ...options.env, [markVariable]: mark };
    return new RawClient(spawn(process.execPath, [file, ...args], { cwd: options.cwd, env, stdio: "pipe" }), mark);
  }

  send(message: Message): void {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  write(text: string): void {
    this.process.stdin.write(text);
  }

  /** The whole answer, with its result or its error. */
  async ask(method: string, params: Message = {}): Promise<Message> {
    const id = ++this.#last;
    this.send({ id, method, params });
    return await this.waitFor((message) => message["id"] === id);
  }

  /** As a client of 2026-07-28. */
  askAlone(method: string, params: Message = {}, capabilities: Message = {}): Promise<Message> {
    return this.ask(method, { ...params, _meta: envelope(capabilities) });
  }

  /** The first such message, past or future. Rejects if the server ends before. */
  async waitFor(matches: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.received.find(matches);
      if (found !== undefined) return found;
      if (this.process.exitCode !== null)
        throw new Error(`The server ended with ${this.process.exitCode}: ${JSON.stringify(this.received)}`);
      await once(this.#bell, "change", { signal: AbortSignal.timeout(90_000) });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.stdin.end();
    const left = await waitUntilGone(this.mark);
    if (left.length > 0) throw new Error(`Left running: ${left.map(({ command }) => command).join(", ")}`);
  }
}

export function envelope(capabilities: Message = {}): Message {
  return {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": capabilities,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  };
}
