import * as vscode from "vscode";
import { type CommandHandler, type CommandId, createRegisterCommand } from "./commands.ts";
import { compareView, flameView, requestView } from "./contributed-ids.ts";
import { registerAdapterFactory } from "./debug/adapter-death.ts";
import { registerAppOutput } from "./debug/quiet-session.ts";
import { Sessions } from "./debug/session-events.ts";
import { createGuard, createReport } from "./errors.ts";
import type { Agents } from "./agent/agents.ts";
import { registerMeasureAgain } from "./again/register-again.ts";
import { ExplainOffer } from "./explain/explain.ts";
import { registerAdvice } from "./heat/advice.ts";
import { AppPicker } from "./app/app-picker.ts";
import { createConfigurationProvider } from "./app/configuration-provider.ts";
import { registerAttach } from "./app/attach.ts";
import { createBuilds } from "./build/builds.ts";
import { registerCallers } from "./hot-functions/callers.ts";
import { registerComparisonExport } from "./compare/comparison-export.ts";
import { Compare } from "./compare/compare.ts";
import { DeltaDecorations } from "./compare/delta-decorations.ts";
import { FlamePanel } from "./flame/flame-panel.ts";
import { HeatDecorations } from "./heat/heat-decorations.ts";
import type { HotNode } from "./hot-functions/hot-function-item.ts";
import { openWithFirstRun, registerHotFunctionsActions } from "./hot-functions/hot-functions-actions.ts";
import { HotFunctionsChoice, HotFunctionsTree } from "./hot-functions/hot-functions-tree.ts";
import { registerImportFile } from "./load/import/import-file.ts";
import { createLoadForm } from "./load/load-form.ts";
import type { FindRoutes } from "./load/app-routes.ts";
import { LoadFormModel } from "./load/load-form-model.ts";
import { registerNavigation } from "./heat/navigation.ts";
import { registerOpenProfile } from "./runs/open-profile.ts";
import { registerOpenUrl } from "./runs/open-url.ts";
import { registerOpenSample } from "./app/open-sample.ts";
import {
  registerProfileCurrentApp,
  registerProfileScript,
  scriptLenses,
  registerProfileStartup,
  createStartApp,
} from "./app/profile-current-app.ts";
import { fillProfileEditor } from "./runs/profile-editor/profile-editor.ts";
import { registerRunDetails } from "./runs/run-details.ts";
import { registerRunActions } from "./runs/run-actions.ts";
import { registerRunExport, registerSaveAgain } from "./runs/run-export.ts";
import { registerRunStatus } from "./load/run-status.ts";
import { announceNew, registerRunSummary } from "./runs/run-summary.ts";
import { ExplainRequest } from "./request/explain-request.ts";
import type { RunNode } from "./runs/run-item.ts";
import { RunsTree } from "./runs/runs-tree.ts";
import { registerShowLastRun, ShownRun } from "./runs/shown-run.ts";
import { registerShownRunStatus } from "./runs/shown-run-status.ts";
import { registerFilterActions, registerStartup } from "./selection/filter-actions.ts";
import { registerMeasure } from "./selection/measure.ts";
import { ShownSelection } from "./selection/shown-selection.ts";
import { registerRoutes } from "./selection/routes.ts";
import { registerThreads } from "./selection/threads.ts";
import { Timeline } from "./timeline/timeline.ts";
import type { ImportNode } from "./imports/import-item.ts";
import type { SlowNode } from "./timeline/slow-request-item.ts";
import { routes, pruneRuns } from "../language-server/protocol/run-details.ts";
import type { RunSummary } from "../language-server/protocol/run-summary.ts";
import { createLog } from "./log.ts";
import { registerProfileTest, testLenses } from "./profiled-tests/profile-test.ts";
import { ServerLink } from "./server-link.ts";
import type { LazyTree } from "./screen/lazy-tree.ts";
import { setting } from "./settings.ts";
import type { StatusItem } from "./status-item.ts";

type TreeWith<Node> = Pick<LazyTree<Node>, "view">;

/** What activation passes to the features. */
export interface FeatureContext {
  readonly context: vscode.ExtensionContext;
  /** Undefined in a window without a workspace; such windows share one runs folder. */
  readonly runsOfWorkspace: vscode.Uri | undefined;
  readonly runsFolder: vscode.Uri;
  readonly agents: () => Promise<Agents>;
  readonly status: StatusItem;
  readonly hotFunctions: TreeWith<HotNode>;
  readonly runs: TreeWith<RunNode>;
  readonly slowestRequests: TreeWith<SlowNode>;
  readonly imports: TreeWith<ImportNode>;
}

/** Entry points that VS Code calls, which activation forwards. */
export type Features = ReturnType<typeof startFeatures>;

/** The list of features, loaded when one is first used. The language client is loaded with the first run. */
export function startFeatures({
  context,
  runsOfWorkspace,
  runsFolder: runsUri,
  agents,
  status,
  hotFunctions: { view: hotFunctionsView },
  runs: { view: runsView },
  slowestRequests: { view: slowestRequestsView },
  imports: { view: importsView },
}: FeatureContext) {
  const memory = context.workspaceState;
  const runsFolder = runsUri.fsPath;
  const fetchedFolder = vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, "fetched").fsPath;
  const log = createLog();
  const report = createReport(log);
  const guard = createGuard(report);
  const commands = new Map<CommandId, CommandHandler>();
  const register = createRegisterCommand(commands, guard);

  const server = new ServerLink(context, log, runsFolder, guard);
  const sessions = new Sessions(log, guard);
  const shownRun = new ShownRun(server, memory, runsOfWorkspace, guard);
  const picker = new AppPicker(memory, log);
  const startApp = createStartApp(picker, sessions);
  const { extensionUri } = context;
  const parts = { context, extensionUri, memory, server, sessions, shownRun, guard };
  const findRoutes: FindRoutes = (folder, program) => server.request(routes, { folder, program });
  const loadModel = new LoadFormModel({ ...parts, findRoutes, report }, register);
  const builds = createBuilds({ ...parts, loadModel });
  const loadForm = createLoadForm(context, loadModel, shownRun, builds, register, guard);
  const heat = new HeatDecorations(server, shownRun, register);
  const deltas = new DeltaDecorations(server, heat);
  const compare = new Compare({ ...parts, deltas }, register);
  const runs = new RunsTree(server, shownRun, sessions, runsView, guard);
  const selection = new ShownSelection(memory, shownRun, () => server.sendSettings(), guard);
  const hotChoice = new HotFunctionsChoice(memory);
  const hotFunctions = new HotFunctionsTree(server, shownRun, hotChoice, hotFunctionsView, guard);
  const timeline = new Timeline({ ...parts, selection, loadModel, slowestRequestsView, importsView }, register);
  const explainRequest = new ExplainRequest(parts, register);
  const flame = new FlamePanel({ ...parts, selection, list: hotFunctions, timeline, log }, register);
  const announcements = { arePaused: false };
  const announce = (summary: RunSummary): Promise<void> => announceNew(summary, summaryActions);
  const offer = new ExplainOffer(memory);
  const summaryActions = { openFlame: () => flame.open(), takeOffer: (summary: RunSummary) => offer.take(summary), compare };

  const disposable = vscode.Disposable.from(
    log,
    server,
    sessions,
    shownRun,
    loadModel,
    builds,
    loadForm,
    heat,
    deltas,
    compare,
    flame,
    timeline,
    explainRequest,
    runs,
    selection,
    hotFunctions,
    registerAdapterFactory(context),
    registerAppOutput(register, sessions),
    registerProfileCurrentApp(register, picker, startApp, sessions, guard),
    registerProfileScript(register, picker, startApp),
    registerProfileStartup(register, picker, startApp, sessions, guard),
    registerProfileTest(register, server, startApp, memory),
    registerOpenSample(register, context.extensionUri),
    registerMeasureAgain(register, {
      memory,
      server,
      sessions,
      shownRun,
      loadModel,
      picker,
      compare,
      builds,
      announcements,
      announce,
      revealRun: (folder) => runs.reveal(folder),
      guard,
    }),
    registerImportFile(register, loadModel),
    registerSaveAgain(sessions, runsFolder, server, guard),
    registerRunActions(register, runs, server, shownRun),
    registerRunExport(register, runs, server, shownRun),
    registerComparisonExport(register, server, () => compare.comparison, shownRun),
    openWithFirstRun(shownRun, loadForm.isVisible, memory),
    registerHotFunctionsActions(register, hotFunctions, hotChoice),
    registerFilterActions(register, selection, server),
    loadModel.onDidShowRun(() => void guard(() => server.request(pruneRuns, { keep: Math.max(0, Math.round(setting("keepRuns"))) }))),
    registerRunStatus(loadModel, status),
    registerShownRunStatus(shownRun, loadModel, status),
    registerRunSummary(loadModel.onDidShowRun, summaryActions, announcements, guard),
    registerNavigation(register, shownRun, heat),
    registerCallers(register, server),
    registerAdvice(register, server),
    registerShowLastRun(register, shownRun),
    registerOpenProfile(register, shownRun, summaryActions, guard),
    registerOpenUrl(register, shownRun, fetchedFolder, context, summaryActions, guard),
    registerRunDetails(register, server, shownRun),
    registerThreads(register, shownRun, selection),
    registerRoutes(register, shownRun, selection),
    registerStartup(register, shownRun, selection),
    registerMeasure(register, shownRun, selection),
    registerAttach(register, () => picker.mustBeTrusted()),
    register("heatline.showLog", () => log.show()),
    register("heatline.stopAgentRecording", async () => (await agents()).stop()),
  );
  void guard(async () => (await agents()).onDidChangeRuns(() => runs.refresh()));
  return {
    commands,
    configurations: createConfigurationProvider(picker, memory, runsFolder, guard),
    runs,
    hotFunctions,
    resolveLoadForm: loadForm.resolve,
    resolveTimeline: async (view: vscode.WebviewView) => guard(async () => (await timeline.views()).resolve(view)),
    timelineViews: () => timeline.views(),
    panels: { [flameView]: flame, [compareView]: compare, [requestView]: explainRequest },
    scriptLenses,
    testLenses: async (document: vscode.TextDocument, token: vscode.CancellationToken) =>
      (await guard(() => testLenses(document, server, token))) ?? [],
    fillProfileEditor: (file: vscode.Uri, webview: vscode.Webview) => fillProfileEditor(file, webview, shownRun, guard),
    /** Restores what the last session showed. */
    bringBack: () => guard(() => shownRun.restored()),
    /** Resolves when the language server has ended. */
    stop: () => server.stop(),
    dispose: () => disposable.dispose(),
  };
}
