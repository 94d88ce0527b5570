import { type ChildProcess, spawn } from "node:child_process";
import { ProtocolServer } from "@vscode/debugadapter/lib/protocol.js";
import type { DebugProtocol } from "@vscode/debugprotocol";
import * as v from "valibot";
import { adapterEvents, type AdapterEvents, type AdapterRequests } from "../../../extension/debug-adapter/messages.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import { Refusal } from "../tools/tool.ts";

/** An answer takes as long as the app takes to start; what never comes ends with the process. */
const answerMs: Milliseconds = 24 * 3_600_000;
/** For flushing the samples and ending the app. */
const endMs: Milliseconds = 20_000;

export type AdapterEvent = {
  readonly [Name in keyof AdapterEvents]: { readonly name: Name; readonly body: AdapterEvents[Name] };
}[keyof AdapterEvents];

interface Listeners {
  readonly event: (event: AdapterEvent) => void;
  /** What the app prints. */
  readonly output: (text: string) => void;
  readonly ended: () => void;
}

/** The debug adapter as a process of its own: it starts, records and ends the app, also when this process dies. */
export class AdapterClient extends ProtocolServer {
  readonly #process: ChildProcess;
  readonly #listeners: Listeners;
  readonly #exited: Promise<void>;

  /** `file`: its bundle. */
  constructor(file: string, listeners: Listeners) {
    super();
    this.#listeners = listeners;
    const started = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
    this.#process = started;
    this.#exited = new Promise((resolve) => {
      started.once("error", () => resolve()).once("exit", () => resolve());
    });
    void this.#exited.then(listeners.ended);
    // Errors of the streams: the process is gone, which is reported by its end.
    this.on("error", () => undefined);
    this.start(started.stdout, started.stdin);
  }

  override handleMessage(message: DebugProtocol.ProtocolMessage): void {
    if (message.type !== "event") return super.handleMessage(message);
    const { event, body } = message as DebugProtocol.Event;
    if (event === "output") {
      const { category, output } = body as DebugProtocol.OutputEvent["body"];
      if (category === "stdout" || category === "stderr") this.#listeners.output(output);
    }
    if (event === "terminated") this.#listeners.ended();
    if (!Object.hasOwn(adapterEvents, event)) return;
    const name = event as keyof AdapterEvents;
    const parsed = v.safeParse(adapterEvents[name], body);
    if (parsed.success) this.#listeners.event({ name, body: parsed.output } as AdapterEvent);
  }

  /** Rejects with a Refusal that says in words why not. */
  ask<Name extends keyof AdapterRequests>(name: Name, args: AdapterRequests[Name]): Promise<void> {
    return this.request(name, args);
  }

  async request(command: string, args: object): Promise<void> {
    const answer = new Promise<DebugProtocol.Response>((resolve) => this.sendRequest(command, args, answerMs, resolve));
    const response = await Promise.race([answer, this.#exited]);
    if (response === undefined) throw new Refusal("The recording process ended. Try again.");
    if (!response.success) throw new Refusal(response.message ?? `The recording process refused ${command}.`);
  }

  /** Ends the app and the process. Resolves when both are gone. */
  async end(): Promise<void> {
    this.sendRequest("disconnect", { terminateDebuggee: true }, answerMs, () => undefined);
    this.#process.stdin?.end();
    const limit = setTimeout(() => this.#process.kill("SIGKILL"), endMs);
    await this.#exited;
    clearTimeout(limit);
  }
}
