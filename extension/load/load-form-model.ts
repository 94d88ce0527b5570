import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import type { FirstResponse } from "../../language-server/analysis/load/first-response.ts";
import { type LoadDefaults, type LoadPlan, type LoadProgress, planFrom } from "../../language-server/analysis/load/load.ts";
import type { LiveLoop } from "../../language-server/analysis/timeline/live-loop.ts";
import { UserError } from "../user-error.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { AgainOffer, ImportedRequests, LoadFormState } from "../../webview/load/incoming.ts";
import { type RegisterCommand, setContext } from "../commands.ts";
import type { AdapterEvents } from "../debug-adapter/messages.ts";
import type { AdapterEvent } from "../debug/adapter-events.ts";
import { restartQuietly } from "../debug/quiet-session.ts";
import type { ProfiledApp, Sessions } from "../debug/session-events.ts";
import type { Guard, Report } from "../errors.ts";
import { AppProposals } from "./app-proposals.ts";
import type { FindRoutes } from "./app-routes.ts";
import { BasicLogins } from "./basic-logins.ts";
import { canStart, initialState, type LoadFormEvent, nextState } from "./load-form-state.ts";
import { foundTools } from "./found-tools.ts";
import { parseLoadDefaults, withOrigin, mayLoad } from "./load-plan.ts";
import { PlanMemory } from "./plan-memory.ts";
import { namesRequest } from "./request-proposals.ts";
import { SavedCode } from "./saved-code.ts";
import { hotLineTexts } from "../runs/run-text.ts";
import type { ShownRun } from "../runs/shown-run.ts";

/** Identifies responses that are alike enough not to be asked about again. */
const responseKey = ({ request, doubt, status }: FirstResponse): string => `${request} ${doubt} ${status ?? ""}`;

/** A failure that the adapter reported: what it rests on stands in the log. */
const reported = (failure: { readonly message: string; readonly remedy: string; readonly link?: string }): UserError =>
  new UserError(failure.message, failure.remedy, { cause: failure, link: failure.link });

interface LoadFormParts {
  readonly sessions: Sessions;
  readonly shownRun: ShownRun;
  readonly findRoutes: FindRoutes;
  readonly context: Pick<vscode.ExtensionContext, "workspaceState" | "secrets" | "storageUri">;
  readonly guard: Guard;
  readonly report: Report;
}

/**
 * Controls the load form from app start to the shown run: feeds events to `load-form-state.ts` and sends the adapter the user's requests.
 */
export class LoadFormModel implements vscode.Disposable {
  readonly #sessions: Sessions;
  readonly #shownRun: ShownRun;
  readonly #memory: vscode.Memento;
  readonly #proposals: AppProposals;
  readonly #guard: Guard;
  readonly #report: Report;
  readonly #changed = new vscode.EventEmitter<LoadFormState>();
  readonly #progressed = new vscode.EventEmitter<LoadProgress>();
  readonly #looped = new vscode.EventEmitter<LiveLoop>();
  readonly #runShown = new vscode.EventEmitter<RunSummary>();
  readonly #code = new SavedCode();
  readonly #subscriptions: vscode.Disposable;
  #state = initialState(planFrom({}));
  #app: ProfiledApp | undefined;
  /** The load settings from which the app's plan was made. */
  #given: unknown;
  #pid = 0;
  #runsOnTheirWay = 0;
  /** Id of the run whose result the form shows. */
  #run = "";
  /** Whether no one has yet said what to request. */
  #isUntouched = false;
  /** Doubtful first responses that the user has accepted for this app. */
  #accepted = new Set<string>();

  readonly logins = new BasicLogins();
  readonly plans: PlanMemory;
  readonly onDidChange = this.#changed.event;
  readonly onDidProgress = this.#progressed.event;
  readonly onDidLoop = this.#looped.event;
  /** Fires when a run has been written and is shown. */
  readonly onDidShowRun = this.#runShown.event;

  constructor({ sessions, shownRun, findRoutes, context, guard, report }: LoadFormParts, register: RegisterCommand) {
    const { workspaceState: memory, secrets, storageUri } = context;
    this.#sessions = sessions;
    this.#shownRun = shownRun;
    this.#memory = memory;
    this.plans = new PlanMemory(memory, secrets, storageUri?.toString() ?? "");
    this.#proposals = new AppProposals(memory, findRoutes);
    this.#guard = guard;
    this.#report = report;
    this.#subscriptions = vscode.Disposable.from(
      this.#code,
      this.#code.onDidSave((file) => this.#dispatch({ type: "codeSaved", file })),
      shownRun.onDidChange((summary) => {
        // Another part of it may be selected.
        if (summary?.id === this.#run && this.#state.phase === "done") this.#showResult(summary);
      }),
      sessions.onDidStart((app) => void guard(() => this.#start(app))),
      sessions.onDidEnd((app) => this.#end(app)),
      sessions.onDidReceive(({ app, event }) => this.#receive(app, event)),
      register("heatline.startLoad", () => this.startLoad(this.#state.plan)),
      register("heatline.cancelLoad", () => sessions.request("heatline.cancelLoad", {})),
      register("heatline.startRecording", () => sessions.request("heatline.startRecording", {})),
      register("heatline.stopRecording", () => sessions.request("heatline.stopRecording", {})),
      register("heatline.stopApp", () => sessions.stop()),
    );
  }

  /** The most recently started app; it may have ended. */
  get app(): ProfiledApp | undefined {
    return this.#app;
  }

  get state(): LoadFormState {
    return this.#state;
  }

  /** Process of the app that runs now: a watcher starts another one. */
  get pid(): number {
    return this.#pid;
  }

  /** Throws a UserError for a plan that cannot run. Asks once before sending load to a host other than this machine. */
  async startLoad(plan: LoadPlan): Promise<void> {
    if (!canStart(this.#state)) {
      throw new UserError(
        vscode.l10n.t("No app is ready for a load run."),
        vscode.l10n.t("Start one with “Profile Current App” and wait until it listens on a port."),
      );
    }
    await this.#choosePlan(plan);
    if (plan.tool === "manual") return await this.#sessions.request("heatline.startRecording", {});
    if (!(await mayLoad(plan, this.#memory))) return;
    if (this.#app !== undefined) await this.#proposals.use(this.#app, plan);
    this.#dispatch({ type: "loadStarted", plan });
    void this.#guard(() => this.#shownRun.expect());
    try {
      await this.#sessions.request("heatline.startCheckedLoad", { plan: this.logins.added(plan, this.#app?.key) });
    } catch (error) {
      const failure =
        error instanceof UserError ? { message: error.message, remedy: error.remedy } : { message: String(error), remedy: "" };
      this.#dispatch({ type: "loadEnded", error: failure });
      throw error;
    }
  }

  /** Starts the load in spite of doubtful first responses; the same ones are not asked about again. */
  async proceedLoad(): Promise<void> {
    for (const response of this.#state.firstResponses ?? []) this.#accepted.add(responseKey(response));
    this.#dispatch({ type: "proceeded" });
    await this.#sessions.request("heatline.proceedLoad", {});
  }

  /** Call when it was looked whether what the app runs is older than its source. */
  showBuild(stale: { readonly output: string; readonly source: string } | undefined): void {
    this.#dispatch({ type: "build", stale: stale && { output: stale.output, source: stale.source } });
  }

  /** Ends the app and starts it again, with its code as it is now. */
  async restartApp(): Promise<void> {
    if (this.#app !== undefined) await restartQuietly(this.#app.session);
  }

  /** Shows what can be measured again, and whether the shown run can be compared. */
  offer(again: AgainOffer | undefined, isComparable: boolean): void {
    this.#dispatch({ type: "changed", to: { again, isComparable } });
  }

  /** The plan at the address of the app that runs. */
  reaching(plan: LoadPlan): LoadPlan {
    return withOrigin(plan, this.#state.origins);
  }

  /** Shows a plan with imported requests, and stores it. */
  async takeImported(plan: LoadPlan, imported: ImportedRequests): Promise<void> {
    this.#dispatch({ type: "changed", to: { plan, imported } });
    await this.#choosePlan(plan);
  }

  /** Stores the plan for the app's next run. */
  async editPlan(plan: LoadPlan): Promise<void> {
    const { baseUrl, requests } = this.#state.plan;
    this.#isUntouched &&= plan.tool !== "command" && isDeepStrictEqual(plan.requests, requests);
    this.#dispatch({ type: "changed", to: { plan } });
    if (plan.baseUrl !== baseUrl) this.#propose();
    if (this.#app !== undefined) await this.plans.keep(this.#app.key, plan, this.#given);
  }

  /** The load settings of the app's configuration, from which its plan was made. */
  get given(): unknown {
    return this.#given;
  }

  /** Call when the plan was saved to the app's configuration: later edits start from it. */
  async savedAs(load: LoadDefaults): Promise<void> {
    this.#given = load;
    await this.#choosePlan(this.#state.plan);
  }

  /** As `editPlan`, and from now on no other request takes the place of the plan's. */
  async #choosePlan(plan: LoadPlan): Promise<void> {
    this.#isUntouched = false;
    await this.editPlan(plan);
  }

  #start(app: ProfiledApp): void {
    if (app.key !== this.#app?.key) this.#accepted = new Set();
    this.#app = app;
    const { request, cwd, test, startup } = app.session.configuration;
    this.#code.watch(request === "launch" && typeof cwd === "string" ? cwd : undefined);
    this.#proposals.answered = [];
    void this.#guard(() => this.#shownRun.expect());
    this.#given = app.session.configuration["load"];
    const remembered = this.plans.of(app.key, this.#given);
    const given = this.#given === undefined ? {} : parseLoadDefaults(this.#given, app.name);
    this.#isUntouched = remembered === undefined && !namesRequest(given);
    void this.#guard(() => this.#findTools(app, typeof cwd === "string" ? cwd : ""));
    const startedAt = request === "launch" && (test ?? startup) === undefined ? app.startedAt : undefined;
    this.#dispatch({ type: "appStarted", appName: app.name, plan: remembered ?? planFrom(given), startedAt });
    if (remembered !== undefined) void this.#guard(() => this.#putSecretsBack(app, remembered));
    const { program } = app.session.configuration;
    void this.#guard(() => this.#findProposals(app, typeof program === "string" ? program : ""));
  }

  /** Where the adapter looks for them: it has our environment. */
  async #findTools(app: ProfiledApp, folder: string): Promise<void> {
    const found = await foundTools(folder, process.env);
    if (app.session.id === this.#app?.session.id) this.#dispatch({ type: "changed", to: { foundTools: found } });
  }

  /** Into what the form shows, unless it was edited since. */
  async #putSecretsBack(app: ProfiledApp, remembered: LoadPlan): Promise<void> {
    const whole = await this.plans.whole(app.key, remembered);
    const { plan } = this.#state;
    const keys = ["requests", "setup", "command"] as const;
    if (app.session.id !== this.#app?.session.id || keys.some((key) => plan[key] !== remembered[key])) return;
    const put = Object.fromEntries(keys.flatMap((key) => (whole[key] === undefined ? [] : [[key, whole[key]]])));
    this.#dispatch({ type: "changed", to: { plan: { ...plan, ...put } } });
  }

  async #findProposals(app: ProfiledApp, program: string): Promise<void> {
    if (!(await this.#proposals.routes.find(app, program))) return;
    if (this.#isUntouched) this.#dispatch({ type: "changed", to: { plan: this.#proposals.withRoute(this.#state.plan) } });
    this.#propose();
  }

  #propose(): void {
    const { plan } = this.#state;
    this.#dispatch({ type: "changed", to: { proposals: this.#proposals.of(this.#app, plan) } });
    if (this.#isUntouched) this.#dispatch({ type: "changed", to: { plan: this.#proposals.withAnswered(plan) } });
  }

  #end(app: ProfiledApp): void {
    if (this.#runsOnTheirWay === 0) void this.#guard(() => this.#shownRun.dropLive());
    if (app.session.id !== this.#app?.session.id) return;
    this.#dispatch({ type: "appEnded" });
    if (this.#runsOnTheirWay === 0) this.#dispatch({ type: "nothingRecorded" });
  }

  #receive(app: ProfiledApp, event: AdapterEvent): void {
    if (event.name === "heatline.runWritten") void this.#guard(() => this.#show(app, event.body));
    if (event.name === "heatline.liveRun") {
      const { folder } = event.body;
      void this.#guard(() => (folder === null ? this.#shownRun.dropLive() : this.#shownRun.showLive(folder)));
    }
    if (event.name === "heatline.recording" && event.body.recording) this.#shownRun.beginLive();
    if (event.name === "heatline.problem") this.#report(reported(event.body));
    if (app.session.id !== this.#app?.session.id) return;
    switch (event.name) {
      case "heatline.ready": {
        const { origins, hasLiveHeat, pid, program } = event.body;
        const { request, fromStart } = app.session.configuration;
        const isOtherProcess = pid !== this.#pid;
        const goesOn = fromStart === true;
        this.#dispatch({ type: "ready", origins, attached: request === "attach", goesOn, heatAtEnd: !hasLiveHeat, isOtherProcess });
        this.#pid = pid;
        this.#propose();
        // A script of package.json starts some program: which, is known once that listens.
        if (origins.length > 0 && program !== "" && !this.#proposals.routes.areOf(program))
          void this.#guard(() => this.#findProposals(app, program));
        return;
      }
      case "heatline.answered":
        this.#proposals.answered = event.body.requests;
        return this.#propose();
      case "heatline.build":
        return this.showBuild(event.body.stale ?? undefined);
      case "heatline.recording":
        return this.#dispatch({ type: "recording", recording: event.body.recording });
      case "heatline.loadProgress":
        return this.#progressed.fire(event.body);
      case "heatline.loop":
        return this.#looped.fire(event.body);
      case "heatline.firstResponses":
        this.#dispatch({ type: "firstResponses", responses: event.body.responses });
        if (event.body.responses.every((each) => this.#accepted.has(responseKey(each)))) void this.#guard(() => this.proceedLoad());
        return;
      case "heatline.loadEnded":
        if (event.body.error !== undefined) this.#report(reported(event.body.error));
        return this.#dispatch({ type: "loadEnded", ...event.body });
      case "heatline.problem":
        return this.#dispatch({ type: "changed", to: { error: event.body } });
      case "heatline.passProgress":
      case "heatline.explained":
        return this.#dispatch({ type: "explaining", isOver: event.name === "heatline.explained" });
      case "heatline.liveRun":
      case "heatline.runWritten":
      case "heatline.passWritten":
      case "heatline.startEnded":
      case "heatline.savingsProgress":
      case "heatline.savingsMeasured":
      case "heatline.appFailed":
        return;
    }
  }

  /** Shows a run even if another app has started since, but leaves the form to the newer app. */
  async #show(app: ProfiledApp, { folder, isDoubtful }: AdapterEvents["heatline.runWritten"]): Promise<void> {
    const isCurrent = (): boolean => app.session.id === this.#app?.session.id;
    this.#runsOnTheirWay += 1;
    try {
      const summary = await (isDoubtful === true ? this.#shownRun.showIfWorth(folder) : this.#shownRun.show(folder));
      if (summary === undefined) return;
      if (isCurrent()) this.#showResult(summary);
      this.#runShown.fire(summary);
    } finally {
      this.#runsOnTheirWay -= 1;
      if (isCurrent() && this.#state.phase === "saving") this.#dispatch({ type: "nothingRecorded" });
    }
  }

  /** Call when the run of this app that was explained is shown again. */
  showExplained(app: ProfiledApp, summary: RunSummary): void {
    if (app.session.id === this.#app?.session.id) this.#showResult(summary, "explainedShown");
  }

  #showResult(summary: RunSummary, type: "runShown" | "explainedShown" = "runShown"): void {
    this.#run = summary.id;
    const { selectionText, load } = summary;
    this.#dispatch({ type, hotLines: hotLineTexts(summary), selectionText, report: load });
  }

  #dispatch(event: LoadFormEvent): void {
    this.#state = nextState(this.#state, event);
    setContext("heatline.phase", this.#state.phase);
    this.#changed.fire(this.#state);
  }

  dispose(): void {
    for (const each of [this.#subscriptions, this.#changed, this.#progressed, this.#looped, this.#runShown]) each.dispose();
  }
}
