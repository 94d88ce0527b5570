import { heatStep } from "../../analysis/costs/heat.ts";
import { noiseTicks } from "../../analysis/costs/sampling-error.ts";
import { heat, type HeatLine } from "../../protocol/heat.ts";
import type { ServerSettings } from "../../protocol/settings.ts";
import type { FileView } from "../../answers/run-answers.ts";
import { Cancelled } from "../cancelled.ts";
import { type CostWords, lineEndText, shareOf, wordsOf } from "../words/cost-text.ts";
import { pushPerDocument } from "../document-pushes.ts";
import { toLspLine } from "../to-lsp.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import type { Workspace } from "../workspace.ts";

/**
 * Pushes annotations for open documents only: when one opens or is edited, and when the run or the settings change. While a recording grows, lines
 * wait until the editor lists the lenses above them, so that both are of the same state.
 */
export function heatFeature(workspace: Workspace): Disposable {
  const pushes = pushPerDocument(
    workspace,
    (uri) => push(workspace, uri),
    () => workspace.shown !== undefined,
  );
  const { lenses } = workspace;
  const waitsForLenses = (uri: string): boolean => workspace.shown?.live === true && workspace.client.refreshesLenses && lenses.has(uri);
  return combinedDisposable([
    pushes,
    workspace.onShownChanged(() => pushes.pushAll(waitsForLenses)),
    lenses.onListed((uri) => waitsForLenses(uri) && pushes.push(uri)),
  ]);
}

/** Drops results for a version that is no longer the document's: the edit that changed it causes a push of its own. */
async function push(workspace: Workspace, uri: string): Promise<void> {
  const { connection, documents, settings, shown } = workspace;
  const document = documents.get(uri);
  if (document === undefined) return;
  const { version } = document;
  const view = shown === undefined ? null : await shown.documentView(document, settings);
  if (workspace.shown !== shown || workspace.settings !== settings || documents.get(uri)?.version !== version) throw new Cancelled();
  const lines = shown === undefined || view === null ? [] : heatLines(view, settings, wordsOf(shown, workspace.locale));
  await connection.sendNotification(heat.method, { uri, version, lines });
}

function heatLines(view: FileView, settings: ServerSettings, words: CostWords): readonly HeatLine[] {
  return view.lines.map((line) => {
    const share = shareOf(line.heat, words);
    return {
      line: toLspLine(line.line),
      step: heatStep(share),
      share,
      text: lineEndText(line, settings.inlineText, words),
      faint: line.totalSamples < noiseTicks,
      edited: line.edited,
      parts: line.parts.map(({ start, end, ticks }) => ({ start, end, step: heatStep(shareOf(ticks, words)) })),
    };
  });
}
