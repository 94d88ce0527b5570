import type { SeenResponse } from "../../../analysis/load/first-response.ts";
import { isAllFailed, type LoadPlan, type LoadProgress } from "../../../analysis/load/load.ts";
import type { ChildCommand, ChildMessage, StartCommand } from "./child-protocol.ts";
import { mostConnections } from "../../../platform/connection-limit.ts";
import { awaitFirstResponse, probe } from "../await-response.ts";
import { confirmResponses } from "../first-responses.ts";
import { ClientSessions } from "./client-sessions.ts";
import { speaksOnlyHttp2 } from "../http2/only-http2.ts";
import { LoadPhase } from "./load-phase.ts";
import { KeptRequests } from "../requests/kept-requests.ts";
import { labelRequests, serverName, targetRequests } from "../request-target.ts";
import { UserError } from "../../../analysis/user-error.ts";

/**
 * A load run in a process of its own, on the app's Node (18 or later). Communicates by IPC and ends with its parent. Order: set-up, first
 * response, warm-up, `warm`, then on `measure` the measured part.
 */
class AutocannonRun {
  readonly #plan: LoadPlan;
  readonly #asks: boolean;
  readonly #requestsFile: string;
  readonly #kept: StartCommand["sessions"];
  readonly #keepsSetup: StartCommand["keepsSetup"];
  readonly #cancel = new AbortController();
  #phase: LoadPhase | undefined;
  #startMeasuring: () => void = () => undefined;
  #proceed: (goesOn: boolean) => void = () => undefined;

  constructor({ plan, asks, requestsFile, sessions, keepsSetup }: StartCommand) {
    this.#plan = plan;
    this.#asks = asks;
    this.#requestsFile = requestsFile;
    this.#kept = sessions;
    this.#keepsSetup = keepsSetup;
  }

  /** Rejects with a UserError if it cannot start. */
  async run(): Promise<ChildMessage> {
    const requests = targetRequests(this.#plan);
    const { connections } = this.#plan;
    const most = mostConnections() ?? connections;
    if (connections > most) throw new UserError("load.tooManyConnections", { connections, most });
    const server = requests[0] ?? { origin: "" };
    const origin = serverName(server);
    await probe(server);
    const sessions = await ClientSessions.open(this.#plan, this.#cancel.signal, tellProgress, this.#kept);
    const [first] = sessions.first;
    const warmsUp = this.#plan.warmupSeconds > 0;
    const { signal } = this.#cancel;
    if (this.#asks) {
      if (
        !(await confirmResponses(sessions.first, signal, tellProgress, (responses) => this.#ask(responses), undefined, {
          obtained: sessions.obtained,
        }))
      )
        return { kind: "done", report: undefined };
    } else if (warmsUp && first !== undefined) await awaitFirstResponse(first, signal, tellProgress);
    if (warmsUp && !this.#cancel.signal.aborted) {
      this.#phase = new LoadPhase(this.#plan, sessions, "warmup");
      const warm = await this.#phase.run(tellProgress);
      if (!warm.cancelled && warm.requests === 0 && (warm.errors ?? 0) > 0) throw new UserError("load.connectionsEnded", { url: origin });
    }
    if (this.#cancel.signal.aborted) return { kind: "done", report: undefined };
    const measure = new Promise<void>((resolve) => {
      this.#startMeasuring = resolve;
      this.#cancel.signal.addEventListener("abort", () => resolve());
    });
    tell({ kind: "warm" });
    await measure;
    const labels = sessions.first.map((request) => labelRequests([request]));
    this.#phase = new LoadPhase(this.#plan, sessions, "measuring", new KeptRequests(this.#requestsFile, labels));
    if (this.#cancel.signal.aborted) return { kind: "done", report: undefined };
    const report = await this.#phase.run((progress, soFar) => tell({ kind: "progress", progress, soFar }));
    // Without a warm-up no request has been tried.
    const mayRefuse = !warmsUp && !this.#asks && isAllFailed(report) && !this.#cancel.signal.aborted;
    if (mayRefuse && (await speaksOnlyHttp2(server, signal))) throw new UserError("load.onlyHttp2", { url: origin });
    return { kind: "done", report, ...(this.#keepsSetup === true ? { sessions: sessions.saved } : {}) };
  }

  proceed(): void {
    this.#proceed(true);
  }

  measure(): void {
    this.#startMeasuring();
  }

  cancel(): void {
    this.#cancel.abort();
    this.#proceed(false);
    this.#phase?.cancel();
  }

  #ask(responses: readonly SeenResponse[]): Promise<boolean> {
    tell({ kind: "doubtful", responses });
    return new Promise((resolve) => (this.#proceed = resolve));
  }
}

function tellProgress(progress: LoadProgress): void {
  tell({ kind: "progress", progress });
}

function tell(message: ChildMessage): void {
  process.send?.(message);
}

function main(): void {
  let current: AutocannonRun | undefined;
  process.on("disconnect", () => process.exit());
  process.on("message", (command: ChildCommand) => {
    if (command.kind !== "start") return current?.[command.kind]();
    current = new AutocannonRun(command);
    current.run().then(tell, (error: unknown) => {
      if (error instanceof UserError) return tell({ kind: "failed", why: error.coded });
      console.error(error);
      process.exit(1);
    });
  });
}

main();
