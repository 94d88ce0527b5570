import * as vscode from "vscode";
import type { CommandId } from "./commands.ts";
import { registerAgents } from "./agent/agent-entry.ts";
import type { Features } from "./features.ts";
import { withFirstFile } from "./runs/last-run.ts";
import { showSampleReadme } from "./app/open-sample.ts";
import { withOwnFile } from "./own-files.ts";
import { LazyTree } from "./screen/lazy-tree.ts";
import { StatusItem } from "./status-item.ts";
import {
  compareView,
  debugType,
  flameView,
  hotFunctionsView,
  importsView,
  loadFormView,
  profileEditor,
  requestView,
  runsView,
  slowestRequestsView,
  timelineView,
} from "./contributed-ids.ts";

/** Where test runners look for tests. */
const testFiles = ["**/*[._-]{test,spec}.*", "**/test.*", "**/{test,tests,__tests__,spec}/**"].flatMap((pattern) =>
  ["javascript", "javascriptreact", "typescript", "typescriptreact"].map((language) => ({ scheme: "file", language, pattern })),
);

let started: Promise<Features> | undefined;

/** Registers entry points; features load on first use. */
export function activate(context: vscode.ExtensionContext): void {
  const runsOfWorkspace = context.storageUri && vscode.Uri.joinPath(context.storageUri, "runs");
  const runsFolder = runsOfWorkspace ?? vscode.Uri.joinPath(context.globalStorageUri, "runs");
  const agents = registerAgents(context, runsFolder);
  const status = new StatusItem();
  const deep = { showCollapseAll: true };
  const hotFunctions = new LazyTree(hotFunctionsView, deep, async () => (await features()).hotFunctions);
  const runs = new LazyTree(runsView, {}, async () => (await features()).runs);
  const slowestRequests = new LazyTree(slowestRequestsView, {}, async () => (await views()).slowestRequests);
  const imports = new LazyTree(importsView, deep, async () => (await views()).imports);

  const start = async (): Promise<Features> => {
    const { startFeatures } = await import("./features.js").catch((error: unknown) => {
      started = undefined;
      throw withOwnFile(error);
    });
    const all = startFeatures({
      context,
      runsOfWorkspace,
      runsFolder,
      agents,
      status,
      hotFunctions,
      runs,
      slowestRequests,
      imports,
    });
    context.subscriptions.push(all);
    return all;
  };
  const features = (): Promise<Features> => (started ??= start());
  const views = async (): Promise<Awaited<ReturnType<Features["timelineViews"]>>> => (await features()).timelineViews();

  context.subscriptions.push(
    status,
    hotFunctions,
    runs,
    slowestRequests,
    imports,
    ...contributedCommands(context).map((id) =>
      vscode.commands.registerCommand(id, async (...asked: [unknown, unknown]) => (await features()).commands.get(id)?.(...asked)),
    ),
    ...registerConfigurations(features),
    vscode.window.registerWebviewViewProvider(loadFormView, {
      resolveWebviewView: async (view) => (await features()).resolveLoadForm(view),
    }),
    vscode.window.registerWebviewViewProvider(timelineView, {
      resolveWebviewView: async (view) => (await features()).resolveTimeline(view),
    }),
    ...([flameView, compareView, requestView] as const).map((view) =>
      vscode.window.registerWebviewPanelSerializer(view, {
        deserializeWebviewPanel: async (panel) => (await features()).panels[view].revive(panel),
      }),
    ),
    vscode.languages.registerCodeLensProvider(
      { scheme: "file", pattern: "**/package.json" },
      { provideCodeLenses: async (document) => [...(await (await features()).scriptLenses(document))] },
    ),
    vscode.languages.registerCodeLensProvider(testFiles, {
      provideCodeLenses: async (document, token) => [...(await (await features()).testLenses(document, token))],
    }),
    vscode.window.registerCustomEditorProvider(profileEditor, {
      openCustomDocument: (uri: vscode.Uri) => ({ uri, dispose: () => undefined }),
      resolveCustomEditor: async ({ uri }, { webview }) => (await features()).fillProfileEditor(uri, webview),
    } satisfies vscode.CustomReadonlyEditorProvider),
    withFirstFile(context.workspaceState, runsOfWorkspace, async () => (await features()).bringBack()),
    { dispose: () => (started = undefined) },
  );
  void showSampleReadme();
}

function contributedCommands({ extension }: vscode.ExtensionContext): readonly CommandId[] {
  const { contributes } = extension.packageJSON as {
    readonly contributes: { readonly commands: readonly { readonly command: CommandId }[] };
  };
  return contributes.commands.map(({ command }) => command);
}

/** VS Code resolves a configuration before anything else in a session, so the features are loaded by then. */
function registerConfigurations(features: () => Promise<Features>): readonly vscode.Disposable[] {
  const provideDebugConfigurations: vscode.DebugConfigurationProvider["provideDebugConfigurations"] = async (...asked) =>
    (await features()).configurations.provideDebugConfigurations(...asked);
  const { Dynamic } = vscode.DebugConfigurationProviderTriggerKind;
  return [
    vscode.debug.registerDebugConfigurationProvider(debugType, {
      provideDebugConfigurations,
      resolveDebugConfiguration: async (...asked) => (await features()).configurations.resolveDebugConfiguration(...asked),
      resolveDebugConfigurationWithSubstitutedVariables: async (...asked) =>
        (await features()).configurations.resolveDebugConfigurationWithSubstitutedVariables(...asked),
    }),
    vscode.debug.registerDebugConfigurationProvider(debugType, { provideDebugConfigurations }, Dynamic),
  ];
}

/** Waits for the server to end before the extension host does. */
export async function deactivate(): Promise<void> {
  await (await started)?.stop();
}
