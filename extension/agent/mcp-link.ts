import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import * as v from "valibot";
import * as vscode from "vscode";

const protocolVersion = "2025-11-25";
/** JSON-RPC 2.0. */
const noSuchMethod = -32_601;
/** Longer messages are refused by the server without saying which. */
const longestMessage = 900_000;
const keptErrors = 2000;

const id = v.union([v.string(), v.number()]);
const message = v.object({
  id: v.optional(id),
  method: v.optional(v.string()),
  params: v.optional(v.looseObject({})),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ message: v.string() })),
});
const toolResult = v.object({ content: v.array(v.object({ text: v.string() })), isError: v.optional(v.boolean(), false) });
const progressParams = v.object({ progressToken: v.number(), message: v.string() });
const question = v.object({ message: v.string() });

export interface McpLinkOptions {
  /** Of VS Code's own Node.js, the server's file first. */
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly client: { readonly name: string; readonly version: string };
  /** Whether the user says yes. */
  readonly ask: (question: string) => Promise<boolean>;
}

interface Asked {
  readonly token?: vscode.CancellationToken;
  readonly progress?: (message: string) => void;
}

interface Waiting extends Asked {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A process of the MCP server, spoken to as its client over stdin and stdout. It ends, and ends what it started, when stdin closes: with this process, too. */
export class McpLink implements vscode.Disposable {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #ask: McpLinkOptions["ask"];
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready: Promise<unknown>;
  #last = 0;
  #errors = "";
  #isOpen = true;

  constructor({ args, cwd, client, ask }: McpLinkOptions) {
    this.#ask = ask;
    // VS Code's program is Node.js itself on a server, and Electron on a desktop.
    this.#process = spawn(process.execPath, args, { cwd, env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" }, windowsHide: true });
    this.#process.once("error", (error) => this.#end(error.message));
    this.#process.once("exit", (code, signal) => this.#end(`${code ?? signal}. ${this.#errors}`.trim()));
    // Errors of its streams: it is gone, which its end reports.
    this.#process.stdin.on("error", () => undefined);
    this.#process.stderr.on("data", (text: Buffer) => (this.#errors = (this.#errors + text.toString()).slice(-keptErrors)));
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#receive(line));
    const params = { protocolVersion, capabilities: { elicitation: {} }, clientInfo: client };
    this.#ready = this.#request("initialize", params, {}).then(() => this.#send({ method: "notifications/initialized" }));
    this.#ready.catch(() => undefined);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The text of a tool's answer. Rejects with an error that says why there is none, or a CancellationError. */
  async call(name: string, input: unknown, asked: Asked): Promise<string> {
    await this.#ready;
    const result = v.parse(toolResult, await this.#request("tools/call", { name, arguments: input }, asked));
    const text = result.content.map((part) => part.text).join("\n");
    if (result.isError) throw new Error(text);
    return text;
  }

  async #request(method: string, params: object, { token, progress }: Asked): Promise<unknown> {
    const key = ++this.#last;
    const meta = progress === undefined ? {} : { _meta: { progressToken: key } };
    const request = { id: key, method, params: { ...params, ...meta } };
    if (JSON.stringify(request).length > longestMessage) throw new Error("The arguments are longer than 1 MB. Send fewer.");
    let cancelling: vscode.Disposable | undefined;
    try {
      return await new Promise((resolve, reject) => {
        if (!this.#isOpen) return reject(new Error("Heatline's server for agents has ended. Call again."));
        if (token?.isCancellationRequested === true) return reject(new vscode.CancellationError());
        this.#waiting.set(key, { resolve, reject, ...(progress && { progress }) });
        cancelling = token?.onCancellationRequested(() => {
          this.#send({ method: "notifications/cancelled", params: { requestId: key } });
          reject(new vscode.CancellationError());
        });
        this.#send(request);
      });
    } finally {
      cancelling?.dispose();
      this.#waiting.delete(key);
    }
  }

  #receive(line: string): void {
    const read = v.safeParse(message, JSON.parse(line));
    if (!read.success) return;
    const { id: key, method, params, result, error } = read.output;
    if (method !== undefined && key !== undefined) return void this.#answer(key, method, params);
    if (method !== undefined) return this.#hear(method, params);
    const waiting = typeof key === "number" ? this.#waiting.get(key) : undefined;
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }

  #hear(method: string, params: unknown): void {
    const progress = v.safeParse(progressParams, params);
    if (method === "notifications/progress" && progress.success)
      this.#waiting.get(progress.output.progressToken)?.progress?.(progress.output.message);
  }

  /** The server's only question is whether a command may run. */
  async #answer(key: string | number, method: string, params: unknown): Promise<void> {
    const asked = v.safeParse(question, params);
    if (method !== "elicitation/create" || !asked.success)
      return this.#send({ id: key, error: { code: noSuchMethod, message: "Not known." } });
    const isAllowed = await this.#ask(asked.output.message);
    this.#send({ id: key, result: isAllowed ? { action: "accept", content: {} } : { action: "decline" } });
  }

  #send(content: object): void {
    if (this.#process.stdin.writable) this.#process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...content })}\n`);
  }

  #end(why: string): void {
    this.#isOpen = false;
    for (const { reject } of this.#waiting.values()) reject(new Error(`Heatline's server for agents ended: ${why} Call again.`));
  }

  /** Rejects what is not answered yet. */
  dispose(): void {
    this.#end("the folders of the window changed.");
    this.#process.stdin.end();
  }
}
