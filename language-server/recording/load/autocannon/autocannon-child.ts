import type { LoadPlan } from "../../../analysis/load/load.ts";
import { UserError } from "../../../analysis/user-error.ts";
import { mostConnections } from "../../../platform/connection-limit.ts";
import { labelRequests } from "../request-target.ts";
import { KeptRequests } from "../requests/kept-requests.ts";
import type { ChildCommand, ChildMessage, Done } from "./child-protocol.ts";
import { ClientSessions } from "./client-sessions.ts";
import { LoadPhase } from "./load-phase.ts";

/** What sends a load, in a process of its own on the app's Node (18 or later), which ends with its parent. The parent says when to do what. */
class AutocannonRun {
  readonly #plan: LoadPlan;
  readonly #requestsFile: string;
  #sessions: ClientSessions | undefined;
  #phase: LoadPhase | undefined;
  #isCancelled = false;

  constructor({ plan, requestsFile }: Extract<ChildCommand, { readonly kind: "start" }>) {
    this.#plan = plan;
    this.#requestsFile = requestsFile;
  }

  /** Throws a UserError if this process may not open so many connections. */
  checkConnections(): void {
    const { connections } = this.#plan;
    const most = mostConnections() ?? connections;
    if (connections > most) throw new UserError("load.tooManyConnections", { connections, most });
  }

  async open({ sessions }: Extract<ChildCommand, { readonly kind: "open" }>): Promise<void> {
    this.#sessions = await ClientSessions.open(this.#plan, sessions);
  }

  async send({ phase }: Extract<ChildCommand, { readonly kind: "send" }>): Promise<Done> {
    const sessions = this.#sessions;
    if (sessions === undefined) throw new Error("The load has no sessions.");
    const labels = sessions.first.map((request) => labelRequests([request]));
    const kept = phase === "measuring" ? new KeptRequests(this.#requestsFile, labels) : undefined;
    this.#phase = new LoadPhase(this.#plan, sessions, phase, kept);
    if (this.#isCancelled) return { kind: "done" };
    const report = await this.#phase.run((progress, soFar) =>
      send({ kind: "progress", progress, soFar: phase === "measuring" ? soFar : undefined }),
    );
    return { kind: "done", report, sessions: sessions.saved };
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#phase?.cancel();
  }
}

function send(message: ChildMessage): void {
  process.send?.(message);
}

async function obey(run: AutocannonRun | undefined, command: ChildCommand): Promise<void> {
  try {
    if (command.kind === "start") run?.checkConnections();
    if (command.kind === "open") await run?.open(command);
    send(command.kind === "send" && run !== undefined ? await run.send(command) : { kind: "done" });
  } catch (error) {
    if (error instanceof UserError) return send({ kind: "failed", why: error.coded });
    console.error(error);
    process.exit(1);
  }
}

function main(): void {
  let current: AutocannonRun | undefined;
  process.on("disconnect", () => process.exit());
  process.on("message", (command: ChildCommand) => {
    if (command.kind === "cancel") return current?.cancel();
    if (command.kind === "start") current = new AutocannonRun(command);
    void obey(current, command);
  });
}

main();
