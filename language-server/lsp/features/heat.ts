import { heatStep } from "../../analysis/costs/heat.ts";
import { noiseTicks } from "../../analysis/costs/sampling-error.ts";
import { heat, type HeatLine } from "../../protocol/heat.ts";
import type { ServerSettings } from "../../protocol/settings.ts";
import type { FileView } from "../../answers/run-answers.ts";
import type { LineWait } from "../../answers/waits/shown-waits.ts";
import { textIn } from "../../texts/localised.ts";
import { Cancelled } from "../cancelled.ts";
import { type CostWords, lineEndText, shareOf, wordsOf } from "../words/cost-text.ts";
import { followsWaits, type PlacedWait, waitEndText } from "../words/waits-text.ts";
import type { OpenRun } from "../runs/open-run.ts";
import { documentWaits } from "../runs/document-waits.ts";
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

/**
 * Drops results for a version that is no longer the document's: the edit that changed it causes a push of its own. Waits follow in a second push,
 * since their pass is another run that may have to be read first.
 */
async function push(workspace: Workspace, uri: string): Promise<void> {
  const { connection, documents, settings, shown } = workspace;
  const document = documents.get(uri);
  if (document === undefined) return;
  const { version } = document;
  const send = async (lines: readonly HeatLine[]): Promise<void> => {
    if (workspace.shown !== shown || workspace.settings !== settings || documents.get(uri)?.version !== version) throw new Cancelled();
    await connection.sendNotification(heat.method, { uri, version, lines });
  };
  if (shown === undefined) return send([]);
  const words = wordsOf(shown, workspace.locale);
  const coming = documentWaits(shown, document, workspace);
  // Whoever awaits it gets the error.
  coming.catch(() => undefined);
  const view = await shown.documentView(document, settings);
  const lines = view === null ? [] : heatLines(view, settings, words);
  const isByWaits = followsWaits(shown, workspace);
  if (!isByWaits) await send(lines);
  const waits = await placed(await coming, shown);
  if (isByWaits) await send(waits.map((wait) => byWaits(wait, settings, words)));
  else if (waits.length > 0) await send(withWaits(lines, waits, settings, words));
}

async function placed(waits: readonly LineWait[], run: OpenRun): Promise<readonly PlacedWait[]> {
  const found = await run.locate(waits.map(({ heldBy: [by] }) => by));
  return waits.map((wait, index) => ({ ...wait, heldByAt: found[index] }));
}

/** Lines that cost time say both; those that only waited have the coldest step. */
function withWaits(
  lines: readonly HeatLine[],
  waits: readonly PlacedWait[],
  settings: ServerSettings,
  words: CostWords,
): readonly HeatLine[] {
  const waitOf = new Map(waits.map((wait) => [toLspLine(wait.line), waitLine(wait, settings, words, 0)]));
  const both = lines.map((line) => {
    const wait = waitOf.get(line.line);
    return wait === undefined ? line : { ...line, text: [line.text, wait.text].filter((text) => text !== "").join(" · ") };
  });
  const known = new Set(lines.map(({ line }) => line));
  const others = [...waitOf.values()].filter(({ line }) => !known.has(line)).map((line) => ({ ...line, share: 0, isCold: true }));
  return [...both, ...others].toSorted((one, other) => one.line - other.line);
}

/** Lines that have the time of others are cold. */
function byWaits(wait: PlacedWait, settings: ServerSettings, words: CostWords): HeatLine {
  const { isOuter, share } = wait;
  return { ...waitLine(wait, settings, words, heatStep(isOuter ? 0 : share)), isCold: isOuter };
}

function waitLine(wait: PlacedWait, { inlineText }: ServerSettings, { locale }: CostWords, step: number): HeatLine {
  const text = inlineText === "none" ? "" : waitEndText(wait, locale);
  return {
    line: toLspLine(wait.line),
    step,
    share: wait.share,
    text: wait.edited && text !== "" ? `${text} · ${textIn(locale)("cost.edited")}` : text,
    faint: false,
    edited: wait.edited,
    isCold: false,
    parts: [],
  };
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
      isCold: false,
      parts: line.parts.map(({ start, end, ticks }) => ({ start, end, step: heatStep(shareOf(ticks, words)) })),
    };
  });
}
