import type { LoadPlan, LoadReport } from "../../analysis/load/load.ts";
import type { RouteWindows } from "../../analysis/timeline/tracks.ts";
import type { UserError } from "../../analysis/user-error.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import type { RunEnd } from "../../history/run.ts";
import type { AppTree } from "../app/app-tree.ts";
import { reportProblem } from "../load/report-problem.ts";
import type { BuildCheck } from "./build-check.ts";
import { LoadProcesses } from "./load-processes.ts";
import { LoadRun, type LoadRunContext } from "./load-run.ts";
import type { RecordingEvents } from "./recording-events.ts";
import type { RecordingWindow } from "./window/recording-window.ts";
import type { Session } from "./session.ts";
import { createHash } from "node:crypto";
import { requestTexts } from "../../analysis/load/same-requests.ts";

/** Enough to tell the loads of one app apart. */
const digestLength = 16;

/** What a run keeps of its load's plan, so that the same load is recognised. */
function sentBy(plan: LoadPlan): NonNullable<LoadReport["sent"]> {
  const { requests, setup } = requestTexts(plan);
  return { requests: digest(requests), setup: digest(setup), ratePerSecond: plan.ratePerSecond, pipelining: plan.pipelining };
}

function digest(text: string): string {
  return text === "" ? "" : createHash("sha256").update(text).digest("hex").slice(0, digestLength);
}

export interface LoadRunsSetting {
  readonly session: Session;
  readonly tree: Pick<AppTree, "pauseRequests" | "resumeRequests" | "processes">;
  /** The bundled autocannon-child.js. */
  readonly autocannonChild: string;
  readonly window: RecordingWindow;
  readonly builds: Pick<BuildCheck, "look">;
  readonly events: Pick<RecordingEvents, "loadProgress" | "loadEnded" | "problem">;
  /** Whether each of a plan's routes is also loaded alone, so that the run shows what each costs. */
  readonly byRoutes?: boolean;
  /** Exit code of the app, if it has ended. */
  readonly exitCode: () => number | undefined;
}

/** The load runs of a session, one at a time: each opens the window for its measured part, and closes it with its report. */
export class LoadRuns {
  readonly #setting: LoadRunsSetting;
  #current: LoadRun | undefined;
  #discarded: LoadRun | undefined;

  constructor(setting: LoadRunsSetting) {
    this.#setting = setting;
  }

  /** Undefined if none is running. */
  get current(): LoadRun | undefined {
    return this.#current;
  }

  /** `ask`: see `LoadRunContext`. */
  start(plan: LoadPlan, ask?: LoadRunContext["ask"]): void {
    const { session, tree, autocannonChild, window, builds, events, byRoutes } = this.#setting;
    const { command, folder, watchdog } = session;
    const context: LoadRunContext = {
      appFolder: command.cwd,
      privateFolder: folder.path,
      processes: new LoadProcesses({ nodePath: command.nodePath, autocannonChild, appFolder: command.cwd, watchdog }),
      onProgress: (progress, soFar) => {
        events.loadProgress(progress);
        if (soFar !== undefined) window.loaded(soFar);
      },
      ask,
      prepare: () => builds.look(),
      quiet: () => tree.pauseRequests(),
      listen: (turns) => tree.resumeRequests(turns),
      measure: () => window.open("measured", plan.tool === "manual" ? undefined : plan.durationSeconds),
      finish: (report, end, windows) => this.#onOver(plan, report, end, windows),
      fail: (error) => this.#onFailed(error),
      byRoutes: byRoutes === true ? () => cpuOf(tree.processes) : undefined,
    };
    this.#current = new LoadRun(plan, context);
  }

  /** Ends the one that runs; neither its samples nor its report are kept. */
  async discard(): Promise<void> {
    this.#discarded = this.#current;
    await this.#current?.abort("cancelled");
  }

  async #onOver(plan: LoadPlan, report: LoadReport | undefined, end: RunEnd, routes?: readonly RouteWindows[]): Promise<void> {
    const isDiscarded = this.#current === this.#discarded;
    this.#current = undefined;
    const { window, events, exitCode } = this.#setting;
    if (isDiscarded) {
      await window.discard();
      return events.loadEnded({});
    }
    await window.close({ end, load: report && { ...report, sent: sentBy(plan) }, routes, exitCode: exitCode() });
    if (plan.tool === "manual") return;
    events.loadEnded(report === undefined ? {} : { report });
    const problem = report === undefined ? undefined : reportProblem(report);
    if (problem !== undefined) events.problem(problem);
  }

  async #onFailed(error: UserError): Promise<void> {
    const isDiscarded = this.#current === this.#discarded;
    this.#current = undefined;
    const { window } = this.#setting;
    await (isDiscarded ? window.discard() : window.close({ end: "stopped" }));
    this.#setting.events.loadEnded({ error });
  }
}

async function cpuOf(processes: AppTree["processes"]): Promise<Milliseconds | undefined> {
  const read = await Promise.all(processes.map((process) => process.call("readMeters").catch(() => undefined)));
  return read.reduce<Milliseconds | undefined>(
    (sum, meters) => (sum === undefined || meters === undefined ? undefined : sum + meters.cpuUs / 1000),
    0,
  );
}
