import { runDetails, lineDetails } from "../../protocol/run-details.ts";
import { respond, inBackground } from "../respond.ts";
import { detailsOf } from "../runs/run-details.ts";
import type { Workspace } from "../workspace.ts";
import { leastFeatures } from "../client-features.ts";
import { placeLabel } from "../runs/place-label.ts";
import { fromLspLine, pathOfUri } from "../to-lsp.ts";
import { wordsOf } from "../words/cost-text.ts";
import { lineInsides } from "../words/line-insides.ts";
import { markupFor } from "../words/markup.ts";
import { textIn } from "../../texts/localised.ts";
import { shownRunChanged } from "../../protocol/shown-run.ts";
import { Cancelled } from "../cancelled.ts";
import { summaryOf } from "../runs/run-summary.ts";
import { sourceTests, type SourceTests } from "../../analysis/test-runners/source-tests.ts";
import { readText } from "../../history/regular-file.ts";
import { testsOfFile } from "../../protocol/tests.ts";

const longestText = 2_000_000;
const noTests: SourceTests = { runner: undefined, tests: [] };

/** Finds the tests of a file, to be profiled one by one. */
export function testsFeature(workspace: Workspace): Disposable {
  return respond(workspace, testsOfFile, async ({ uri }) => {
    const path = pathOfUri(uri);
    if (path === undefined) return noTests;
    const text = workspace.documents.get(uri)?.getText() ?? (await readText(path, longestText).catch(() => undefined)) ?? "";
    return text.length > longestText ? noTests : sourceTests(text, path);
  });
}

/** Notifies the client whenever what is shown changes. */
export function summaryFeature(workspace: Workspace): Disposable {
  const { connection } = workspace;
  const listener = workspace.onShownChanged(() => void inBackground(connection, () => push(workspace)));
  return { [Symbol.dispose]: () => listener.dispose() };
}

async function push(workspace: Workspace): Promise<void> {
  const { shown, settings } = workspace;
  const summary = shown === undefined ? null : await summaryOf(shown, workspace, new AbortController().signal);
  if (workspace.shown !== shown || workspace.settings !== settings) throw new Cancelled();
  await workspace.connection.sendNotification(shownRunChanged.method, { summary });
}

/** How the shown run was measured, in words. */
export function runDetailsFeature(workspace: Workspace): Disposable {
  return respond(workspace, runDetails, async () => {
    const { shown, locale } = workspace;
    return shown === undefined ? null : detailsOf(shown.view, shown.live, locale);
  });
}

/** What the hover of a line leaves out for being V8's business, with explanations. */
export function lineDetailsFeature(workspace: Workspace): Disposable {
  return respond(workspace, lineDetails, async ({ uri, line }, signal) => {
    const { shown, settings, locale } = workspace;
    const document = workspace.documents.get(uri);
    if (shown === undefined || document === undefined) return null;
    const path = await shown.pathOf(document.uri);
    const view = await shown.documentView(document, settings);
    const ran = view?.ranLines[fromLspLine(line)] ?? 0;
    const cost = path === undefined || ran === 0 ? null : await shown.request("line", { path, line: ran }, signal);
    if (path === undefined || cost === null) return null;
    const details = lineInsides(cost, { words: wordsOf(shown, locale), textOf: textIn(locale), markup: markupFor(leastFeatures) });
    return { title: placeLabel({ path, line: ran }, line), groups: [{ title: workspace.textOf("details.insides"), details }] };
  });
}
