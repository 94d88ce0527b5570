import { heatStep } from "../../analysis/costs/heat.ts";
import { noiseTicks } from "../../analysis/costs/sampling-error.ts";
import { heat, type HeatLine } from "../../protocol/shown-run.ts";
import type { ServerSettings } from "../../protocol/settings.ts";
import type { FileView } from "../../answers/run-answers.ts";
import type { LineWait } from "../../answers/waits/shown-waits.ts";
import type { LineAllocation } from "../../answers/allocations/run-allocations.ts";
import { allocationText } from "../../reports/allocations/allocations-report.ts";
import { documentAllocations, followsAllocations } from "../runs/allocations.ts";
import { reportWordsIn } from "../words/group-text.ts";
import { textIn } from "../../texts/localised.ts";
import { Cancelled } from "../cancelled.ts";
import { type CostWords, lineEndText, shareOf, wordsOf } from "../words/cost-text.ts";
import { followsWaits, type PlacedWait, waitEndText, waitsLonger } from "../words/waits-text.ts";
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
  if (followsAllocations(shown, workspace)) {
    const allocated = await documentAllocations(shown, document, workspace);
    return send(allocated.map((line) => byAllocations(line, settings, words)));
  }
  const coming = documentWaits(shown, document, workspace);
  // Whoever awaits it gets the error.
  coming.catch(() => undefined);
  const view = await shown.documentView(document, settings);
  const lines = view?.lines ?? [];
  const isByWaits = followsWaits(shown, workspace);
  if (!isByWaits) await send(lines.map((line) => heatLine(line, settings, words)));
  const waits = await placed(await coming, shown);
  if (isByWaits) await send(waits.map((wait) => byWaits(wait, settings, words)));
  else if (waits.length > 0) await send(withWaits(lines, waits, settings, words));
}

async function placed(waits: readonly LineWait[], run: OpenRun): Promise<readonly PlacedWait[]> {
  const found = await run.locate(waits.map(({ heldBy: [by] }) => by));
  return waits.map((wait, index) => ({ ...wait, heldByAt: found[index] }));
}

/** Lines that cost time say both; those that only waited, or cost hardly anything beside that, have the coldest step. */
function withWaits(
  lines: FileView["lines"],
  waits: readonly PlacedWait[],
  settings: ServerSettings,
  words: CostWords,
): readonly HeatLine[] {
  const waitOf = new Map(waits.map((wait) => [wait.line, wait]));
  const both = lines.flatMap((line) => {
    const wait = waitOf.get(line.line);
    return isNoise(line) && wait !== undefined && waitsLonger(wait, line.totalTicks, words) ? [] : heatLine(line, settings, words, wait);
  });
  const known = new Set(both.map(({ line }) => line));
  const others = waits.map((wait) => ({ ...waitLine(wait, settings, words, 0), share: 0, isCold: true }));
  return [...both, ...others.filter(({ line }) => !known.has(line))].toSorted((one, other) => one.line - other.line);
}

/** Lines that have the time of others are cold. */
function byWaits(wait: PlacedWait, settings: ServerSettings, words: CostWords): HeatLine {
  const { isOuter, share } = wait;
  return { ...waitLine(wait, settings, words, heatStep(isOuter ? 0 : share)), isCold: isOuter };
}

/** On the line where its function starts: V8 has no lines. */
function byAllocations(line: LineAllocation, { inlineText }: ServerSettings, { locale }: CostWords): HeatLine {
  const figures = inlineText === "none" ? [] : [allocationText(line, reportWordsIn(locale))];
  const edited = line.edited && figures.length > 0 ? [textIn(locale)("cost.edited")] : [];
  return {
    line: toLspLine(line.line),
    step: heatStep(line.share),
    share: line.share,
    text: [...figures, ...edited].join(" · "),
    faint: line.samples < noiseTicks,
    edited: line.edited,
    isCold: false,
    parts: [],
  };
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

function heatLine(line: FileView["lines"][number], { inlineText }: ServerSettings, words: CostWords, wait?: PlacedWait): HeatLine {
  const share = shareOf(line.heat, words);
  const edited = line.edited || wait?.edited === true;
  const waited = wait && { text: waitEndText(wait, words.locale), leads: waitsLonger(wait, line.totalTicks, words) };
  return {
    line: toLspLine(line.line),
    step: heatStep(share),
    share,
    text: lineEndText({ ...line, edited }, inlineText, words, waited),
    faint: isNoise(line),
    edited,
    isCold: false,
    parts: line.parts.map(({ start, end, ticks }) => ({ start, end, step: heatStep(shareOf(ticks, words)) })),
  };
}

function isNoise({ totalSamples }: FileView["lines"][number]): boolean {
  return totalSamples < noiseTicks;
}
