import * as v from "valibot";
import { type Connection, TextDocumentSyncKind } from "vscode-languageserver/node";
import { serverOptions } from "../protocol/settings.ts";
import { adviceFeature } from "./features/advice.ts";
import { callersFeature } from "./features/callers.ts";
import { changedCodeFeature, staleBuildFeature, renamesFeature } from "./features/changed-code.ts";
import { codeLensFeature } from "./features/code-lens.ts";
import { compareFeature } from "./features/compare.ts";
import { explainedRequestFeature } from "./features/timeline/explained-request.ts";
import { passFindingsFeature } from "./features/timeline/pass-findings.ts";
import { exportFeature } from "./features/export.ts";
import { flameFeature } from "./features/flame.ts";
import { heatFeature } from "./features/heat.ts";
import { historyFeature } from "./features/history.ts";
import { hotFunctionsFeature } from "./features/hot-functions.ts";
import { importsFeature } from "./features/imports/imports.ts";
import { hoverFeature } from "./features/hover.ts";
import { profileUrlFeature } from "./features/profile-url.ts";
import { routesFeature } from "./features/routes.ts";
import { lineDetailsFeature, runDetailsFeature, summaryFeature, testsFeature } from "./features/run-details.ts";
import { settingsFeature, shownRunFeature } from "./features/shown-run.ts";
import { slowestRequestsFeature } from "./features/timeline/slowest-requests.ts";
import { timeStripFeature } from "./features/timeline/time-strip.ts";
import { clientFeaturesOf } from "./client-features.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { pathOfUri } from "./to-lsp.ts";
import { Workspace } from "./workspace.ts";

/** A feature registers its handlers and returns a Disposable. To add one: a file in features/ and a line here. */
type Feature = (workspace: Workspace) => Disposable;

const features: readonly Feature[] = [
  shownRunFeature,
  profileUrlFeature,
  historyFeature,
  exportFeature,
  settingsFeature,
  heatFeature,
  summaryFeature,
  codeLensFeature,
  hoverFeature,
  callersFeature,
  importsFeature,
  adviceFeature,
  flameFeature,
  timeStripFeature,
  slowestRequestsFeature,
  explainedRequestFeature,
  passFindingsFeature,
  compareFeature,
  runDetailsFeature,
  changedCodeFeature,
  lineDetailsFeature,
  hotFunctionsFeature,
  renamesFeature,
  routesFeature,
  staleBuildFeature,
  testsFeature,
];

/** Serves one client until its connection closes, whose messages go through `lifecycle`. `workerFile` is the bundled analysis worker. */
export function serve(connection: Connection, lifecycle: Lifecycle, workerFile: string): void {
  const workspace = new Workspace(connection, workerFile);
  lifecycle.answerRefused(connection, () => workspace.textOf);
  connection.onInitialize(({ initializationOptions, capabilities, workspaceFolders }) => {
    const folders = (workspaceFolders ?? []).flatMap(({ uri }) => pathOfUri(uri) ?? []);
    const options = v.parse(serverOptions, initializationOptions);
    workspace.configure(options, folders, clientFeaturesOf(capabilities, options));
    lifecycle.initialised();
    return {
      // For a further one see `esbuild.language-client.mjs`: our client has no code for others.
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        codeLensProvider: { resolveProvider: true },
        hoverProvider: true,
        workspace: { fileOperations: { didRename: { filters: [{ scheme: "file", pattern: { glob: "**/*" } }] } } },
      },
      serverInfo: { name: "heatline" },
    };
  });
  connection.onInitialized(() => workspace.start());
  const disposables: Disposable[] = [workspace, ...features.map((feature) => feature(workspace))];
  connection.onShutdown(() => {
    for (const disposable of disposables.splice(0).toReversed()) disposable[Symbol.dispose]();
  });
  workspace.documents.listen(connection);
  connection.listen();
}
