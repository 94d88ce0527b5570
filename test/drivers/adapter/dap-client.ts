import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { AttachArguments, LaunchArguments } from "../../../extension/debug-adapter/launch-arguments.ts";
import type { LoadPlan, LoadProgress } from "../../../language-server/analysis/load/load.ts";
import { readRun } from "../../../language-server/history/run-store.ts";
import type { Run } from "../../../language-server/history/run.ts";
import { buildAdapter } from "./adapter-bundle.ts";
import type { Screen } from "./screen.ts";
import { markedProcesses, markVariable, waitUntilGone, type MarkedProcess } from "./session-processes.ts";
import { startedAgain } from "../started-again.ts";

export interface DapEvent {
  readonly event: string;
  readonly body: Record<string, unknown>;
}

interface Failure {
  readonly message: string;
  readonly showUser: boolean;
  /** The button of its message, and its target. */
  readonly link: string;
}

/** A request that the adapter rejected; `showUser`: whether VS Code is to show the message. */
export class DapError extends Error {
  readonly showUser: boolean;
  readonly link: string;

  constructor({ message, showUser, link }: Failure) {
    super(message);
    this.showUser = showUser;
    this.link = link;
  }
}

export const recorders = ["exact", "inspector"] as const;
export type RecorderChoice = (typeof recorders)[number];

export const appsFolder = path.resolve(import.meta.dirname, "../../fixtures/apps");

/** The real bundled adapter as a process, driven as VS Code drives it. Disposing stops it. */
export class DapClient implements AsyncDisposable {
  readonly process: ChildProcess;
  readonly runsFolder: string;
  /** Environment mark that every process of the session inherits. */
  readonly mark: string;
  /** Every event so far. */
  readonly events: DapEvent[] = [];
  /** All that the adapter sent, and the commands of the requests that it was sent, by their sequence numbers. */
  readonly received: DebugProtocol.ProtocolMessage[] = [];
  readonly sent = new Map<number, string>();
  readonly #recorder: RecorderChoice;
  readonly #bell = new EventEmitter().setMaxListeners(0);
  readonly #pending = new Map<number, { resolve: (body: unknown) => void; reject: (error: Error) => void }>();
  readonly #terminals: ChildProcess[] = [];
  /** A real terminal for what the adapter runs in one; without it, what the app prints there is lost. */
  screen: Screen | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #sequence = 0;

  private constructor(adapter: ChildProcess, runsFolder: string, mark: string, recorder: RecorderChoice) {
    this.mark = mark;
    this.#recorder = recorder;
    this.process = adapter;
    this.runsFolder = runsFolder;
    adapter.stdout?.on("data", (chunk: Buffer) => this.#receive(chunk));
    adapter.once("exit", () => this.#bell.emit("event"));
  }

  /**
   * Launches of this client use `recorder` unless they specify another. `locale`: the user's language, as VS Code names it. `env`: changes of
   * the adapter's environment. `tracer`: a command that runs it, and lets it have its process id.
   */
  static async start(
    recorder: RecorderChoice = "exact",
    locale = "en",
    env: Readonly<Record<string, string>> = {},
    tracer: readonly string[] = [],
  ): Promise<DapClient> {
    const client = await DapClient.connect(recorder, env, tracer);
    await client.request("initialize", {
      clientID: "vscode",
      adapterID: "heatline",
      locale,
      pathFormat: "path",
      supportsRunInTerminalRequest: true,
      supportsProgressReporting: true,
    });
    await client.waitFor("initialized");
    return client;
  }

  /** Starts an adapter without initialising it. `bundle`: another one than is built. */
  static async connect(
    recorder: RecorderChoice = "exact",
    env: Readonly<Record<string, string>> = {},
    tracer: readonly string[] = [],
    bundle?: string,
  ): Promise<DapClient> {
    const debugAdapter = bundle ?? (await buildAdapter()).debugAdapter;
    const runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-runs-"));
    const mark = randomUUID();
    const [program, ...args] = [...tracer, process.execPath, debugAdapter];
    const adapter = startedAgain(() =>
      spawn(program, args, {
        stdio: ["pipe", "pipe", "inherit"],
        env: { ...process.env, ...env, [markVariable]: mark },
      }),
    );
    return new DapClient(adapter, runsFolder, mark, recorder);
  }

  /** `args` of null are left out of the message. */
  async request(command: string, args: object | null = {}): Promise<Record<string, unknown>> {
    const seq = ++this.#sequence;
    this.sent.set(seq, command);
    const answer = new Promise<unknown>((resolve, reject) => this.#pending.set(seq, { resolve, reject }));
    this.#send({ seq, type: "request", command, ...(args === null ? {} : { arguments: args }) });
    return ((await answer) ?? {}) as Record<string, unknown>;
  }

  /** Launches one of the fixture apps, or the app in `launch`. */
  async launch(program: string, launch: Partial<LaunchArguments> = {}): Promise<void> {
    const defaults = {
      cwd: appsFolder,
      runsFolder: this.runsFolder,
      workspaceFolders: [appsFolder],
      runName: program,
      recorder: this.#recorder,
    };
    await this.request("launch", { ...defaults, ...(program === "" ? {} : { program: path.join(appsFolder, program) }), ...launch });
    await this.request("configurationDone");
  }

  /** Attaches to the app whose inspector listens on a port of this machine, or as given by `attach`. */
  async attach(port: number, attach: Partial<AttachArguments> = {}): Promise<void> {
    const defaults = { cwd: appsFolder, runsFolder: this.runsFolder, workspaceFolders: [appsFolder], runName: "attached" };
    await this.request("attach", { ...defaults, port, ...attach });
    await this.request("configurationDone");
  }

  /** The first such event, past or future. If the adapter ends before, or after a minute, rejects with the events that came instead. */
  async waitFor(event: string, matches: (body: Record<string, unknown>) => boolean = () => true): Promise<Record<string, unknown>> {
    const limit = AbortSignal.timeout(60_000);
    for (;;) {
      const found = this.events.find((each) => each.event === event && matches(each.body));
      if (found !== undefined) return found.body;
      const hasEnded = this.process.exitCode !== null || this.process.signalCode !== null;
      if (hasEnded || limit.aborted) {
        const why = hasEnded ? "The adapter ended" : "A minute passed";
        throw new Error(`${why} without ${event}. ${JSON.stringify(this.events.slice(-8))}`);
      }
      // The time limit also wakes the loop.
      await once(this.#bell, "event", { signal: limit }).catch(() => undefined);
    }
  }

  /** Waits until requests were answered in this phase of the load run. */
  async waitForLoad(wanted: LoadProgress["phase"]): Promise<void> {
    const isUnderWay = ({ phase, figures }: Partial<LoadProgress>): boolean => phase === wanted && (figures?.requests ?? 0) > 0;
    await this.waitFor("heatline.loadProgress", isUnderWay);
  }

  /** The first port the app listens on. */
  async waitForPort(): Promise<number> {
    const body = await this.waitFor("heatline.ready", ({ origins }) => (origins as string[]).length > 0);
    return portsOf(body)[0] ?? 0;
  }

  all(event: string): Record<string, unknown>[] {
    return this.events.filter((each) => each.event === event).map(({ body }) => body);
  }

  /** All output of the app. */
  output(category: string): string {
    return this.all("output")
      .filter((body) => body["category"] === category)
      .map((body) => String(body["output"]))
      .join("");
  }

  /** Ends the session like VS Code's stop button, and waits for the adapter's end. Its input stays open. */
  async stop(): Promise<void> {
    await this.request("terminate");
    await this.request("disconnect");
    await this.exited();
  }

  async exited(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, "exit");
  }

  /** The session's running processes, including the adapter. */
  processes(): Promise<readonly MarkedProcess[]> {
    return markedProcesses(this.mark);
  }

  /** Processes of the session still alive after its end; there should be none. */
  processesLeft(): Promise<readonly MarkedProcess[]> {
    return waitUntilGone(this.mark);
  }

  /** The last run that was written; waits for the first. */
  async run(): Promise<Run> {
    await this.waitFor("heatline.runWritten");
    return readRun(String(this.all("heatline.runWritten").at(-1)?.["folder"]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.stdin?.end();
      await this.exited();
    }
    await rm(this.runsFolder, { recursive: true, force: true });
  }

  #send(message: object): void {
    const text = JSON.stringify(message);
    this.process.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  #receive(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const end = this.#rest.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.#rest.subarray(0, end).toString())?.[1]);
      if (this.#rest.length < end + 4 + length) return;
      const message = JSON.parse(this.#rest.subarray(end + 4, end + 4 + length).toString()) as DebugProtocol.ProtocolMessage;
      this.#rest = this.#rest.subarray(end + 4 + length);
      this.#dispatch(message);
    }
  }

  #dispatch(message: DebugProtocol.ProtocolMessage): void {
    this.received.push(message);
    if (message.type === "event") {
      const { event, body } = message as DebugProtocol.Event;
      this.events.push({ event, body: (body ?? {}) as Record<string, unknown> });
      this.#bell.emit("event");
      return;
    }
    if (message.type === "request") {
      this.#runInTerminal(message as DebugProtocol.RunInTerminalRequest);
      return;
    }
    const response = message as DebugProtocol.Response;
    const pending = this.#pending.get(response.request_seq);
    this.#pending.delete(response.request_seq);
    if (response.success) pending?.resolve(response.body);
    else pending?.reject(new DapError(failureOf(response)));
  }

  /** Like a terminal: a process group of its own, in the foreground. */
  #runInTerminal(request: DebugProtocol.RunInTerminalRequest): void {
    const { args, cwd } = request.arguments;
    const terminal = this.screen === undefined ? spawnDetached(args, cwd, this.mark) : this.screen.run(args, cwd, this.mark);
    this.#terminals.push(terminal);
    this.#send({ seq: ++this.#sequence, type: "response", request_seq: request.seq, command: "runInTerminal", success: true, body: {} });
  }

  /** Sends Ctrl+C to the processes in the terminal. */
  interruptTerminal(): void {
    const pid = this.#terminals.at(-1)?.pid;
    if (pid === undefined) throw new Error("No terminal was asked for.");
    process.kill(-pid, "SIGINT");
  }
}

function spawnDetached([file = "", ...args]: readonly string[], cwd: string, mark: string): ChildProcess {
  return spawn(file, args, { cwd, detached: true, stdio: "ignore", env: { ...process.env, [markVariable]: mark } });
}

function failureOf(response: DebugProtocol.Response): Failure {
  const error = (response.body as DebugProtocol.ErrorResponse["body"] | undefined)?.error;
  const message = (error?.format ?? response.message ?? "").replace(/\{(\w+)\}/g, (_all, name: string) => error?.variables?.[name] ?? "");
  return { message, showUser: error?.showUser === true, link: `${error?.urlLabel} → ${error?.url}` };
}

/** The servers that `heatline.ready` reports. */
export function portsOf(body: Record<string, unknown>): readonly number[] {
  return (body["origins"] as string[]).map((origin) => Number(new URL(origin).port));
}

export function loadPlan(port: number, changes: Partial<LoadPlan> = {}): LoadPlan {
  return {
    tool: "autocannon",
    baseUrl: `http://127.0.0.1:${port}`,
    requests: [{ method: "GET", path: "/", headers: {}, body: "" }],
    setup: [],
    connections: 4,
    durationSeconds: 1,
    warmupSeconds: 0.1,
    pipelining: 1,
    ratePerSecond: 0,
    ...changes,
  };
}
