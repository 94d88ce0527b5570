import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import * as v from "valibot";
import type { Milliseconds } from "../../analysis/units.ts";
import { errorCodes, type Outgoing, ProtocolError } from "./messages.ts";

/** What a task has of its own in place of its request's: it goes on after that is answered. */
interface LongWork {
  readonly signal: AbortSignal;
  readonly progress: (progress: { readonly progress: number; readonly total?: number | undefined }, message: string) => void;
}

interface Task {
  readonly facts: {
    readonly taskId: string;
    readonly createdAt: string;
    readonly ttlMs: Milliseconds;
    readonly pollIntervalMs: Milliseconds;
  };
  readonly controller: AbortController;
  lastUpdatedAt: string;
  statusMessage: string;
  state:
    | { readonly status: "working" | "cancelled" }
    | { readonly status: "completed"; readonly result: Outgoing }
    | { readonly status: "failed"; readonly error: { readonly code: number; readonly message: string } };
}

/** A finished task is kept so long: its result is that of a run, which is kept anyway. */
const kept: Milliseconds = 3_600_000;
const pollInterval: Milliseconds = 1000;
const mostTasks = 100;

const named = v.object({ taskId: v.string() });

/** Long calls of clients with the extension io.modelcontextprotocol/tasks (2026-07-28), which ask for the state until there is a result. */
export class Tasks {
  readonly #tasks = new Map<string, Task>();

  /** The answer that names the task. */
  start(work: (long: LongWork) => Promise<Outgoing>): Outgoing {
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    const now = new Date().toISOString();
    const facts = { taskId: randomUUID(), createdAt: now, ttlMs: kept, pollIntervalMs: pollInterval };
    const task: Task = { facts, controller, lastUpdatedAt: now, statusMessage: "", state: { status: "working" } };
    for (const [id, { state }] of this.#tasks) if (this.#tasks.size >= mostTasks && state.status !== "working") this.#tasks.delete(id);
    this.#tasks.set(facts.taskId, task);
    const settle = (state: Task["state"]): void => {
      if (task.state.status !== "working") return;
      task.state = state;
      task.lastUpdatedAt = new Date().toISOString();
    };
    const progress: LongWork["progress"] = (_, message) => {
      task.statusMessage = message;
      task.lastUpdatedAt = new Date().toISOString();
    };
    controller.signal.addEventListener("abort", () => settle({ status: "cancelled" }), { once: true });
    work({ signal: controller.signal, progress }).then(
      (result) => settle({ status: "completed", result: { resultType: "complete", ...result } }),
      (error: unknown) =>
        settle({ status: "failed", error: { code: errorCodes.internal, message: error instanceof Error ? error.message : String(error) } }),
    );
    return { resultType: "task", ...shown(task), status: "working" };
  }

  /** Undefined if the method is none of the extension's. Throws a ProtocolError for an unknown task. */
  answer(method: string, params: unknown): Outgoing | undefined {
    if (method !== "tasks/get" && method !== "tasks/update" && method !== "tasks/cancel") return undefined;
    const asked = v.safeParse(named, params);
    const task = asked.success ? this.#tasks.get(asked.output.taskId) : undefined;
    if (task === undefined)
      throw new ProtocolError(errorCodes.invalidParams, "There is no such task: it was never started, or it ended long ago.");
    if (method === "tasks/cancel") task.controller.abort();
    return method === "tasks/get" ? { ...shown(task), ...task.state } : {};
  }

  close(): void {
    for (const { controller } of this.#tasks.values()) controller.abort();
  }
}

function shown({ facts, lastUpdatedAt, statusMessage }: Task): Outgoing {
  return { ...facts, lastUpdatedAt, ...(statusMessage === "" ? {} : { statusMessage }) };
}
