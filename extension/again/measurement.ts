import * as vscode from "vscode";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { InspectorPlace } from "../../language-server/platform/nodes/node-processes.ts";
import { quietSession } from "../debug/quiet-session.ts";
import type { ProfiledApp } from "../debug/session-events.ts";
import { loadingText } from "../load/run-status.ts";
import type { AgainParts } from "./again-parts.ts";
import type { MeasuredRun } from "./measured-runs.ts";
import type { Reloading } from "./self-reloading.ts";
import type { StartableApp } from "./startable-app.ts";
import net from "node:net";

/** Between two attempts: nothing reports when a process that we did not start opens its port. */
const pauseMs = 300;

/** Resolves when something listens there; false once it is cancelled. */
async function isListening(place: InspectorPlace, token: vscode.CancellationToken): Promise<boolean> {
  while (!token.isCancellationRequested) {
    if (await connects(place)) return true;
    await pause(token);
  }
  return false;
}

function connects({ host, port }: InspectorPlace): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}

function pause(token: vscode.CancellationToken): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      cancelled.dispose();
      resolve();
    };
    const timer = setTimeout(over, pauseMs);
    const cancelled = token.onCancellationRequested(over);
  });
}

/** What is measured again. */
export interface Subject {
  readonly measured: MeasuredRun;
  readonly app: StartableApp;
  /** How the app takes new code by itself. */
  readonly reloading: Reloading | undefined;
  /** The load of the run; undefined without one. */
  readonly plan: LoadPlan | undefined;
  /** Processes of the run. */
  readonly pids: readonly number[];
}

/**
 * Brings the app to its new code and measures it as it was measured before. What does not lead to a run has been reported where it happened: by
 * VS Code, the app's session or the load form.
 */
export class Measurement {
  readonly #subject: Subject;
  readonly #sessions: AgainParts["sessions"];
  readonly #loadModel: AgainParts["loadModel"];
  readonly #builds: AgainParts["builds"];
  /** Says what is being done. */
  readonly #say: (text: string) => void;
  readonly #token: vscode.CancellationToken;
  /** The run, once it is shown. */
  #shown: RunSummary | undefined;

  constructor(
    subject: Subject,
    { sessions, loadModel, builds }: Pick<AgainParts, "sessions" | "loadModel" | "builds">,
    say: (text: string) => void,
    token: vscode.CancellationToken,
  ) {
    this.#subject = subject;
    this.#sessions = sessions;
    this.#loadModel = loadModel;
    this.#builds = builds;
    this.#say = say;
    this.#token = token;
  }

  /** Undefined if it was cancelled, or no run came of it. */
  async run(): Promise<RunSummary | undefined> {
    const { key, course } = this.#subject.measured;
    const before = this.#sessions.running(key);
    const written = new Set<string>();
    const listening = vscode.Disposable.from(
      this.#sessions.onDidReceive(({ app, event }) => {
        if (event.name === "heatline.runWritten" && app.key === key) written.add(event.body.id);
      }),
      this.#loadModel.onDidShowRun((summary) => {
        if (written.has(summary.id)) this.#shown = summary;
      }),
    );
    try {
      const app = await this.#withNewCode(before);
      if (app === undefined) return undefined;
      if (this.#subject.app.configuration["fromStart"] === true) this.#say(sameRequests());
      if (course === "alone") await this.#over(app);
      else if (await this.#ready(app)) await this.#load(app, course);
      if (this.#token.isCancellationRequested && this.#shown === undefined) await this.#leave(app, before !== undefined);
      return this.#shown;
    } finally {
      listening.dispose();
    }
  }

  /** The app with its code as it is now; undefined if there is none. */
  async #withNewCode(running: ProfiledApp | undefined): Promise<ProfiledApp | undefined> {
    const { reloading, measured } = this.#subject;
    if (measured.attached !== undefined) return this.#attachedAgain(running, measured.attached);
    if (running !== undefined && running === this.#loadModel.app && reloading !== undefined) {
      return reloading === "inPlace" || (await this.#reloaded(running)) ? running : undefined;
    }
    if (!(await this.#built()) || this.#token.isCancellationRequested) return undefined;
    const { t } = vscode.l10n;
    this.#say(running === undefined ? t("Starting {0}…", measured.name) : t("Restarting {0}…", measured.name));
    if (running !== undefined) await vscode.debug.stopDebugging(running.session);
    return this.#start();
  }

  /** False if what would run stays older than its source: the app is left as it is. */
  async #built(): Promise<boolean> {
    const stale = await this.#builds.stale(this.#subject.app.configuration);
    if (stale === undefined) return true;
    this.#say(stale.text);
    return (await this.#builds.build(stale, this.#token)) === "built";
  }

  /** Its watcher starts another process, which was seen since the file was saved. */
  async #reloaded(app: ProfiledApp): Promise<boolean> {
    this.#say(vscode.l10n.t("Waiting until {0} runs the new code…", app.name));
    await this.#until(() => this.#isLeft(app) || this.#loadModel.state.changedFile === undefined);
    return !this.#isLeft(app) && !this.#token.isCancellationRequested;
  }

  /** Its user starts it again, which makes it another process than that of the run. */
  async #attachedAgain(running: ProfiledApp | undefined, place: InspectorPlace): Promise<ProfiledApp | undefined> {
    const { pids, measured } = this.#subject;
    let app = running === this.#loadModel.app ? running : undefined;
    let hasEnded = false;
    for (;;) {
      if (app !== undefined && (await this.#ready(app))) {
        if (hasEnded || !pids.includes(this.#loadModel.pid)) return app;
        this.#say(vscode.l10n.t("Restart the app yourself. It is measured as soon as it runs at {0}:{1} again.", place.host, place.port));
        await this.#until(() => this.#sessions.running(measured.key) === undefined);
        hasEnded = true;
      }
      if (!(await isListening(place, this.#token))) return undefined;
      app = await this.#start();
      if (app === undefined) return undefined;
    }
  }

  /** Undefined if VS Code does not start it, which VS Code has reported. */
  async #start(): Promise<ProfiledApp | undefined> {
    const { folder, configuration } = this.#subject.app;
    let started: ProfiledApp | undefined;
    const listening = this.#sessions.onDidStart((app) => (started ??= app));
    try {
      const isStarted = await vscode.debug.startDebugging(folder, configuration, quietSession);
      return isStarted ? started : undefined;
    } finally {
      listening.dispose();
    }
  }

  /** Whether the app waits for a load. */
  async #ready(app: ProfiledApp): Promise<boolean> {
    this.#say(vscode.l10n.t("Waiting until {0} listens…", app.name));
    await this.#until(() => this.#isLeft(app) || this.#isReady());
    return !this.#isLeft(app) && this.#isReady() && !this.#token.isCancellationRequested;
  }

  #isReady(): boolean {
    const { phase, appRunning } = this.#loadModel.state;
    return appRunning && (phase === "ready" || phase === "done");
  }

  async #load(app: ProfiledApp, course: MeasuredRun["course"]): Promise<void> {
    const { state } = this.#loadModel;
    const plan = this.#loadModel.reaching(this.#subject.plan ?? state.plan);
    const progress = this.#loadModel.onDidProgress((reading) => this.#say(loadingText(reading)));
    try {
      if (course === "byHand") this.#say(sameRequests());
      await this.#loadModel.startLoad(course === "byHand" ? { ...plan, tool: "manual" } : plan);
      if (course === "byHand") await this.#until(() => this.#isLeft(app) || !this.#isReady());
      // Otherwise its user did not allow it.
      if (!this.#isReady()) await this.#over(app);
    } finally {
      progress.dispose();
    }
  }

  /** Until the run is shown, or there will be none. */
  async #over(app: ProfiledApp): Promise<void> {
    const isOver = (): boolean => {
      const { phase } = this.#loadModel.state;
      if (phase === "asking") this.#say(vscode.l10n.t("The app's first response looks wrong. Decide in the Heatline view."));
      return this.#shown !== undefined || this.#loadModel.app !== app || phase === "ready" || phase === "idle";
    };
    await this.#until(isOver);
  }

  /** Another app was started, or this one has ended. */
  #isLeft(app: ProfiledApp): boolean {
    return this.#loadModel.app !== app || this.#sessions.running(app.key) !== app;
  }

  /** Cancelled: nothing of it is kept, and the app runs if it did before. */
  async #leave(app: ProfiledApp, hasRun: boolean): Promise<void> {
    if (this.#isLeft(app)) return;
    const { phase } = this.#loadModel.state;
    if (phase === "loading" || phase === "asking" || phase === "recording") await this.#sessions.request("heatline.discard", {});
    if (!hasRun || this.#subject.measured.course === "alone") await vscode.debug.stopDebugging(app.session);
  }

  /** Now or after an event; also once it is cancelled. */
  #until(isTrue: () => boolean): Promise<void> {
    const { onDidChange, onDidShowRun } = this.#loadModel;
    const events = [onDidChange, onDidShowRun, this.#sessions.onDidEnd, this.#sessions.onDidReceive, this.#token.onCancellationRequested];
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isTrue() && !this.#token.isCancellationRequested) return;
        listening.dispose();
        resolve();
      };
      const listening = vscode.Disposable.from(...events.map((event: vscode.Event<unknown>) => event(look)));
      look();
    });
  }
}

function sameRequests(): string {
  return vscode.l10n.t("Send the same requests now, then press “Stop Recording” in the Heatline view.");
}
