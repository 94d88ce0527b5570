import * as fs from "node:fs";
import type * as Inspector from "node:inspector";
import * as net from "node:net";
import path from "node:path";
import { Script } from "node:vm";
import {
  type Answer,
  type ChannelAddress,
  channelFile,
  type ChannelMessage,
  type ChannelThreadFacts,
  type Question,
} from "./channel-protocol.ts";
import type { AppHooks, Report } from "../messages.ts";
import { monotonicUs } from "../thread-clock.ts";

// Before the app can replace them.
const { appendFileSync, readFileSync, writeSync } = fs;
const { connect } = net;
const { parse, stringify } = JSON;
const anchors = 3;

/** Undefined if this session's recorder cannot be reached so. */
export function readChannelAddress(sessionFolder: string): ChannelAddress | undefined {
  try {
    return parse(readFileSync(path.join(sessionFolder, channelFile), "utf8")) as ChannelAddress;
  } catch {
    return undefined;
  }
}

/**
 * A thread's way to the recorder without an inspector that listens: messages go into a file at once, also in a busy loop and at the exit;
 * questions come by a connection that keeps no process alive, and are answered at the next turn of the event loop.
 */
export class Channel {
  readonly facts: ChannelThreadFacts;
  readonly #file: string;
  readonly #socket: net.Socket;
  #session: Inspector.Session | undefined;

  private constructor(reports: string, facts: ChannelThreadFacts, socket: net.Socket) {
    this.facts = facts;
    this.#file = path.join(reports, `${facts.id}.jsonl`);
    this.#socket = socket;
  }

  /** Undefined if the app may not connect: Node's permission model forbids it. */
  static open(reports: string, { path: address, token }: ChannelAddress, threadId: number): Channel | undefined {
    const id = `${process.pid}-${threadId}-${Math.floor(monotonicUs())}`;
    const hello = `${stringify({ token, id })}\n`;
    try {
      const socket = connect(address);
      socket.unref();
      // The recorder is gone, or the app has closed what is not its own.
      socket.on("error", () => undefined);
      // Unix connects at once: a thread that never returns to its event loop is known, too.
      const { fd = -1 } = (socket as unknown as { readonly _handle?: { readonly fd?: number } })._handle ?? {};
      if (fd >= 0) writeSync(fd, hello);
      else socket.write(hello);
      return new Channel(reports, { id, threadId, tid: ownTid(), countsThread: countsThread(threadId), anchors: anchorsOf(id) }, socket);
    } catch {
      return undefined;
    }
  }

  /** Answers the recorder's questions from now on. */
  listen(hooks: AppHooks): void {
    let text = "";
    this.#socket.on("data", (piece) => {
      const lines = (text + piece.toString("latin1")).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) this.#answer(parse(line) as Question, hooks);
    });
  }

  readonly report: Report = (message) => void this.say(message);

  /** False if nobody hears it: the session is over. */
  say(...messages: readonly ChannelMessage[]): boolean {
    const lines = messages.map((message) => `${stringify(message)}\n`).join("");
    try {
      appendFileSync(this.#file, lines);
      return true;
    } catch {
      // It has another user by now, or the disk is full.
      return this.#socket.writable && this.#socket.write(lines);
    }
  }

  #answer(question: Question, hooks: AppHooks): void {
    const { id } = question;
    try {
      if ("method" in question) this.#post(question.method, question.params, (answer) => this.#reply({ id, ...answer }));
      else this.#reply({ id, value: (hooks[question.hook] as (...args: readonly unknown[]) => unknown)(...question.args) });
    } catch (error) {
      this.#reply({ id, error: textOf(error) });
    }
  }

  #reply(answer: { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string }): void {
    const stamped: Answer = "error" in answer ? answer : { ...answer, atUs: monotonicUs() };
    this.#socket.write(`${stringify(stamped)}\n`);
  }

  /** By a session inside this thread: it opens no port, prints nothing, and nothing waits for its end. */
  #post(method: string, params: object, answered: (answer: { readonly value: unknown } | { readonly error: string }) => void): void {
    if (this.#session === undefined) {
      const { Session } = require("node:inspector") as typeof Inspector;
      this.#session = new Session();
      this.#session.connect();
    }
    this.#session.post(method, params, (error: { readonly message?: string } | null, value?: object) => {
      answered(error === null ? { value } : { error: String(error.message) });
    });
  }
}

/** Scripts that V8 logs by these names, and what the clock showed in them: they place the thread's log in time. */
function anchorsOf(id: string): Readonly<Record<string, number>> {
  const shown: Record<string, number> = {};
  for (let attempt = 0; attempt < anchors; attempt += 1) {
    const filename = `heatline-anchor-${id}-${attempt}`;
    shown[filename] = Number(new Script("process.hrtime.bigint()", { filename }).runInThisContext()) / 1000;
  }
  return shown;
}

/** As the clocks of `thread-clock.ts` do. */
function countsThread(threadId: number): boolean {
  return "threadCpuUsage" in process && (threadId === 0 || Number.parseInt(process.versions.v8, 10) >= 14);
}

function ownTid(): number | undefined {
  try {
    return Number.parseInt(readFileSync("/proc/thread-self/stat", "latin1"), 10);
  } catch {
    return undefined;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
