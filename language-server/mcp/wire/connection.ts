import { setMaxListeners } from "node:events";
import * as v from "valibot";
import { picked } from "../../analysis/collections.ts";
import type { Tool, ToolCall, Toolbox } from "../tools/tool.ts";
import {
  type Client,
  clientOfRequest,
  initializeParams,
  requestVersions,
  resultFor,
  sessionClient,
  sessionVersions,
  tasksExtension,
} from "./generations.ts";
import { errorCodes, incoming, type Notification, type Outgoing, ProtocolError, type Request, type RequestId } from "./messages.ts";
import { Questions } from "./questions.ts";
import { Tasks } from "./tasks.ts";

interface ServerFacts {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
}

const callParams = v.object({
  name: v.string(),
  // As it is: a record would leave keys such as `constructor` out, which the tool is to refuse.
  arguments: v.optional(
    v.custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null && !Array.isArray(value)),
    {},
  ),
  inputResponses: v.optional(v.record(v.string(), v.unknown())),
  requestState: v.optional(v.string()),
  _meta: v.optional(v.object({ progressToken: v.optional(v.union([v.string(), v.number()])) }), {}),
});

const nobody: Client = { generation: "session", name: "", canElicit: false, hasRoots: false, hasTasks: false };

/** One client's requests, in both generations of the protocol. Whatever it sends, it gets an answer; closing ends what it started. */
export class Connection {
  readonly #server: ServerFacts;
  readonly #toolbox: Toolbox;
  readonly #send: (message: Outgoing) => void;
  readonly #running = new Map<RequestId, AbortController>();
  readonly #questions: Questions;
  readonly #tasks = new Tasks();
  readonly #closed = new AbortController();
  /** Of a session; of the newer generation each request says it. */
  #client: Client | undefined;

  constructor(server: ServerFacts, toolbox: Toolbox, send: (message: Outgoing) => void) {
    [this.#server, this.#toolbox] = [server, toolbox];
    this.#send = (message) => this.#closed.signal.aborted || send({ jsonrpc: "2.0", ...message });
    this.#questions = new Questions(this.#send);
  }

  receive(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return this.#refuse(undefined, new ProtocolError(errorCodes.parse, "The line is not valid JSON."));
    }
    const read = incoming(value);
    if (read.kind === "request") void this.#answer(read.message);
    else if (read.kind === "notification") this.#hear(read.message);
    else if (read.kind === "response") this.#questions.answered(read.message);
    else this.#refuse(read.id, new ProtocolError(errorCodes.invalidRequest, "This is not a JSON-RPC 2.0 request."));
  }

  /** `ends`: the beginning and the end of the message, where its id is. */
  refuseLong(ends: string): void {
    const [, id] =
      /[{,]\s*"id"\s*:\s*("[^"\\]{1,100}"|\d{1,15})\s*[,}]\s*$/.exec(ends) ??
      /^\s*\{[^{}[\]]{0,100}"id"\s*:\s*("[^"\\]{1,100}"|\d{1,15})\s*,/.exec(ends) ??
      [];
    this.#refuse(
      id === undefined ? undefined : (JSON.parse(id) as RequestId),
      new ProtocolError(errorCodes.invalidRequest, "The message is longer than 1 MB and was not read."),
    );
  }

  /** Aborts all requests and tasks. Resolves when what they started has ended. */
  async close(): Promise<void> {
    this.#closed.abort();
    for (const controller of this.#running.values()) controller.abort();
    this.#questions.close();
    this.#tasks.close();
    await this.#toolbox.close();
  }

  #hear({ method, params }: Notification): void {
    const requestId = params?.["requestId"];
    if (method === "notifications/cancelled" && (typeof requestId === "string" || typeof requestId === "number"))
      this.#running.get(requestId)?.abort();
    if (method === "notifications/roots/list_changed") this.#toolbox.forgetRoots();
  }

  async #answer(request: Request): Promise<void> {
    const { id } = request;
    if (this.#running.has(id))
      return this.#refuse(id, new ProtocolError(errorCodes.invalidRequest, "A request with this id is still running."));
    const controller = new AbortController();
    // A call asks its run many things at once, each of which listens.
    setMaxListeners(0, controller.signal);
    this.#running.set(id, controller);
    try {
      const client = clientOfRequest(request);
      const result = await this.#resultOf(request, client ?? this.#client ?? nobody, controller.signal);
      if (!controller.signal.aborted) this.#send({ id, result });
    } catch (error) {
      if (!controller.signal.aborted) this.#refuse(id, error);
    } finally {
      this.#running.delete(id);
    }
  }

  async #resultOf(request: Request, client: Client, signal: AbortSignal): Promise<Outgoing> {
    const { method, params = {} } = request;
    const server = picked(this.#server, "name", "title", "version");
    if (client.generation === "session") {
      if (method === "initialize") return this.#initialize(params);
      if (method === "ping") return {};
    } else {
      if (method === "server/discover") return resultFor(client, server, this.#discovered(), true);
      const task = this.#tasks.answer(method, params);
      if (task !== undefined) return resultFor(client, server, task);
    }
    if (method === "tools/list") return resultFor(client, server, { tools: this.#toolbox.tools.map(declared) }, true);
    if (method === "tools/call") return resultFor(client, server, await this.#call(checked(callParams, params), client, signal));
    throw new ProtocolError(errorCodes.noSuchMethod, `There is no method ${JSON.stringify(method.slice(0, 100))}.`);
  }

  #initialize(params: unknown): Outgoing {
    const wanted = checked(initializeParams, params);
    this.#client = sessionClient(wanted);
    const protocolVersion = sessionVersions.find((each) => each === wanted.protocolVersion) ?? sessionVersions[0];
    const { instructions, ...serverInfo } = this.#server;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions };
  }

  #discovered(): Outgoing {
    const capabilities = { tools: {}, extensions: { [tasksExtension]: {} } };
    return { supportedVersions: requestVersions, capabilities, instructions: this.#server.instructions };
  }

  async #call(params: v.InferOutput<typeof callParams>, client: Client, signal: AbortSignal): Promise<Outgoing> {
    const tool = this.#toolbox.tools.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(errorCodes.invalidParams, `There is no tool ${JSON.stringify(params.name.slice(0, 100))}.`);
    const token = params._meta.progressToken;
    const call: ToolCall = {
      client,
      signal,
      progress: (progress, message) => {
        if (token !== undefined) this.#send({ method: "notifications/progress", params: { progressToken: token, ...progress, message } });
      },
      ask: (question) => this.#questions.ask(question, client, params, signal),
      roots: () => this.#questions.roots(client, signal),
    };
    if (!tool.isLong || !client.hasTasks) return await this.#toolbox.call(tool, params.arguments, call);
    // Before work begins the client may be asked something, which a task would make it poll for.
    const ready = await this.#toolbox.prepare(tool, params.arguments, call);
    if (ready !== undefined) return ready;
    return this.#tasks.start((long) => this.#toolbox.call(tool, params.arguments, { ...call, ...long }));
  }

  #refuse(id: RequestId | undefined, error: unknown): void {
    const known = error instanceof ProtocolError;
    const { code, data } = known ? error : { code: errorCodes.internal, data: undefined };
    const message = error instanceof Error ? error.message : String(error);
    this.#send({ ...(id === undefined ? {} : { id }), error: { code, message, ...(data === undefined ? {} : { data }) } });
  }
}

function declared({ name, title, description, inputSchema, outputSchema, hints }: Tool): Outgoing {
  return { name, title, description, inputSchema, outputSchema, annotations: { ...hints, openWorldHint: false } };
}

function checked<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new ProtocolError(errorCodes.invalidParams, `${v.getDotPath(issue) ?? "params"}: ${issue.message}`);
}
