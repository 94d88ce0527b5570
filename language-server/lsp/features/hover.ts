import * as v from "valibot";
import { type Hover, HoverRequest } from "vscode-languageserver/node";
import type { Request } from "../../protocol/message.ts";
import { lineNumber } from "../../protocol/place.ts";
import { respond } from "../respond.ts";
import { baselineText } from "../words/compare-text.ts";
import { type CostWords, wordsOf } from "../words/cost-text.ts";
import { countsText } from "../words/counts-text.ts";
import { type HoverAdvice, hoverText } from "../words/hover-text.ts";
import { type Markup, markupFor } from "../words/markup.ts";
import type { LineCount } from "../../answers/counts/shown-counts.ts";
import type { FileAdvice, FileView, LineView } from "../../answers/run-answers.ts";
import type { ImportPlace } from "../../answers/imports/run-imports.ts";
import { type HoverImport, importParagraphs, savingParagraphs } from "../words/imports-text.ts";
import { pathInApp } from "../../reports/run-report.ts";
import { functionCounts, lineCount } from "../runs/document-counts.ts";
import { documentAllocations } from "../runs/allocations.ts";
import { documentWaits } from "../runs/document-waits.ts";
import type { OpenRun } from "../runs/open-run.ts";
import { fromLspLine, rangeAt } from "../to-lsp.ts";
import type { Workspace } from "../workspace.ts";

const params = v.object({ textDocument: v.object({ uri: v.string() }), position: v.object({ line: lineNumber, character: lineNumber }) });
const hover: Request<typeof params, Hover | null> = { method: HoverRequest.method, params };

/** More on one line are a bundle's. */
const mostImports = 3;
/** Only such lines are asked for what they load. */
const importing = /\b(?:require|import|export)\b/;

/** Shows what a line costs, at any position on the line. */
export function hoverFeature(workspace: Workspace): Disposable {
  return respond(workspace, hover, async ({ textDocument, position }, signal) => {
    const { shown, settings, client } = workspace;
    const document = workspace.documents.get(textDocument.uri);
    if (shown === undefined || document === undefined) return null;
    const path = await shown.pathOf(document.uri);
    const view = await shown.documentView(document, settings);
    const now = fromLspLine(position.line);
    const waits = await documentWaits(shown, document, workspace);
    const wait = waits.find((each) => each.line === now);
    const counted = await lineCount(shown, document, now, workspace, signal);
    const allocated = (await documentAllocations(shown, document, workspace)).find((each) => each.line === now);
    const ofPasses = [wait, counted, allocated].some((each) => each !== undefined);
    const line = view?.ranLines[now] ?? 0;
    const isKnown = path !== undefined && view !== null && line !== 0;
    if (!isKnown && !ofPasses) return null;
    const cost = isKnown ? await shown.request("line", { path, line }, signal) : null;
    const found = view?.advice.filter((each) => each.line === now) ?? [];
    if (cost === null && found.length === 0 && !ofPasses) return null;
    const advice = await located(found, shown, signal);
    const calleesAt = await shown.locate(cost?.callees ?? [], signal);
    const callersAt = await shown.locate(cost?.around?.callers ?? [], signal);
    const heldByAt = await shown.locate(wait?.heldBy ?? [], signal);
    const imported =
      isKnown &&
      importing.test(document.getText({ start: { line: position.line, character: 0 }, end: { line: position.line + 1, character: 0 } }))
        ? await importedBy({ path, line }, shown, signal)
        : [];
    const inApp = (file: string): string => pathInApp(shown.view.run, file);
    const [words, markup] = [wordsOf(shown, workspace.locale), markupFor(client)];
    const imports = [
      ...importParagraphs(imported, inApp, words, markup),
      ...(isKnown ? savingParagraphs(shown.view.run, { path, line }, inApp, words, markup) : []),
    ];
    const edited = view?.editedLines.includes(now) === true;
    const foundBy = view?.own === true ? foundByEnds(shown) : "";
    const baseline = isKnown ? await againstBaseline(workspace, shown, { path, line }, signal) : "";
    const start = rangeAt(now, 0).start;
    return {
      contents: {
        kind: client.markup,
        value: hoverText(
          {
            cost,
            wait,
            heldByAt,
            counts: await countParagraphs({ counted, cost, view, line: now }, shown, words, markup, signal),
            allocated,
            imports,
            advice,
            baseline,
            uri: document.uri,
            line: position.line,
            edited,
            foundBy,
            calleesAt,
            callersAt,
          },
          words,
          markup,
        ),
      },
      range: { start, end: { line: start.line, character: lineLength(document.getText(), document.offsetAt(start)) } },
    };
  });
}

/** How often a line ran, and how often a function that starts on it was called. */
async function countParagraphs(
  { counted, cost, view, line }: { counted: LineCount | undefined; cost: LineView | null; view: FileView | null; line: number },
  run: OpenRun,
  words: CostWords,
  markup: Markup,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const starting = view?.functions.filter((each) => each.line === line && !each.edited) ?? [];
  const calls = await functionCounts(
    run,
    starting.map(({ key }) => key),
    signal,
  );
  return countsText({ counted, cost, starting, calls }, words, markup);
}

/** What a line loads that no other place has loaded before. */
async function importedBy(place: ImportPlace, run: OpenRun, signal: AbortSignal): Promise<readonly HoverImport[]> {
  const found = await run.request("lineImports", place, signal);
  return Promise.all(found.slice(0, mostImports).map(async (each) => ({ ...each, alsoAt: await run.locate(each.alsoBy, signal) })));
}

/** "" unless there is a comparison of the shown run. */
async function againstBaseline(
  { comparison, locale }: Workspace,
  shown: OpenRun,
  place: { readonly path: string; readonly line: number },
  signal: AbortSignal,
): Promise<string> {
  const change = comparison?.next === shown ? await shown.request("compareLine", place, signal) : null;
  return change === null || comparison === undefined ? "" : baselineText(change, comparison.per, locale);
}

/** If the app ran elsewhere, how its own sources were found: none of them is where it was. */
function foundByEnds({ view: { problems } }: OpenRun): string {
  const found = problems.find(({ code }) => code === "sources.foundByEnds" || code === "sources.foundByEndsNotMapped");
  const pairs = found?.values?.["pairs"];
  return typeof pairs === "string" ? pairs : "";
}

async function located(found: readonly FileAdvice[], run: OpenRun, signal: AbortSignal): Promise<readonly HoverAdvice[]> {
  return Promise.all(
    found.map(async ({ advice }) => {
      const places = Object.values(advice.figures).flatMap((figure) => ("places" in figure ? figure.places : []));
      const locations = await run.locate(places, signal);
      const entries = places.flatMap(({ path, line }, index) => {
        const location = locations[index];
        return location === undefined ? [] : [[`${path}:${line}`, location] as const];
      });
      return { advice, placesAt: new Map(entries) };
    }),
  );
}

function lineLength(text: string, offset: number): number {
  const end = text.slice(offset).search(/[\r\n]/);
  return end === -1 ? text.length - offset : end;
}
