import { setTimeout } from "node:timers/promises";
import * as v from "valibot";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { type CodeLens, type Command, CodeLensRefreshRequest, CodeLensRequest, CodeLensResolveRequest } from "vscode-languageserver/node";
import { plainText } from "../../analysis/escaping/markdown-text.ts";
import { clientCommands, type LensArguments } from "../../protocol/client-commands.ts";
import type { Request } from "../../protocol/message.ts";
import { functionReference, type FunctionReference, lineNumber } from "../../protocol/place.ts";
import { adviceWords } from "../../reports/advice-words.ts";
import type { FileAdvice, FileFunction, FileView } from "../../answers/run-answers.ts";
import type { FunctionKey } from "../../answers/parts.ts";
import { Cancelled } from "../cancelled.ts";
import { inBackground, respond } from "../respond.ts";
import { markedChangeText } from "../words/compare-text.ts";
import { countedCost, lensText, wordsOf } from "../words/cost-text.ts";
import { waitText } from "../words/waits-text.ts";
import { selectionText } from "../../reports/scope-text.ts";
import { localised } from "../../texts/localised.ts";
import { callsText } from "../../reports/counts-words.ts";
import { functionCounts } from "../runs/document-counts.ts";
import { functionAllocations } from "../runs/allocations.ts";
import { functionWaits, functionLabel, referenceTo } from "../runs/function-reference.ts";
import { placeLabel } from "../runs/place-label.ts";
import { phrasesIn, reportWordsIn } from "../words/group-text.ts";
import type { OpenRun } from "../runs/open-run.ts";
import { locationAt, rangeAt } from "../to-lsp.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import type { Workspace } from "../workspace.ts";
import { grouped } from "../../analysis/collections.ts";

/** Maximum number of lenses on a line: for the hottest of the functions that start there. */
const mostPerLine = 3;
const mostHints = 2;

/** As many get their texts at once where an editor shows others in their places; the rest of a longer list follows as they come into sight. */
const mostAtOnce = 200;

/** After an edit, lenses are computed when typing has paused this long; until then the editor moves the old ones. */
const pauseMs = 100;

const params = v.object({ textDocument: v.object({ uri: v.string() }) });
const codeLens: Request<typeof params, CodeLens[]> = { method: CodeLensRequest.method, params };

/** What a lens without its text is about: a function of the shown run, and one of its lenses. */
const lensData = v.object({
  reference: functionReference,
  part: v.union([v.literal("cost"), v.literal("flame"), v.object({ hint: v.pipe(v.number(), v.integer(), v.minValue(0)) })]),
  /** Other functions on its line have lenses, too. */
  isNamed: v.boolean(),
});
type LensData = v.InferOutput<typeof lensData>;

const place = v.object({ line: lineNumber, character: lineNumber });
const resolveParams = v.object({ range: v.object({ start: place, end: place }), data: lensData });
const resolveLens: Request<typeof resolveParams, CodeLens> = { method: CodeLensResolveRequest.method, params: resolveParams };

/**
 * A lens for every function at or above the threshold: its cost, or first its change while a comparison is shown, and a link to the flame
 * graph if the client has one. First only their places are sent; the text of a lens follows when it comes into sight. Where another part of
 * the run was shown before, and while a recording grows, texts come with the places: until then an editor shows the old figures.
 */
export function codeLensFeature(workspace: Workspace): Disposable {
  const { connection } = workspace;
  const listed = new WeakMap<TextDocument, number>();
  const listedOf = new WeakMap<TextDocument, OpenRun>();
  const refresh = (): void => {
    if (workspace.client.refreshesLenses) void inBackground(connection, () => connection.sendRequest(CodeLensRefreshRequest.type));
  };
  return combinedDisposable([
    respond(workspace, codeLens, async ({ textDocument }, signal) => {
      const { uri } = textDocument;
      const document = workspace.documents.get(uri);
      await typingPaused(document, listed, signal);
      const { shown } = workspace;
      const lenses = await lensesOf(workspace, uri);
      const before = document && listedOf.get(document);
      const hasOld = before !== undefined && before !== shown && lenses.length <= mostAtOnce;
      // While a recording grows their texts would come from another state of it than their list.
      const answer = shown?.live === true || hasOld ? await Promise.all(lenses.map((lens) => withText(workspace, lens))) : lenses;
      if (workspace.shown !== shown) throw new Cancelled();
      if (document !== undefined && shown !== undefined) listedOf.set(document, shown);
      workspace.lenses.note(uri);
      return answer;
    }),
    respond(workspace, resolveLens, async ({ range, data }) => withText(workspace, { range, data })),
    workspace.documents.onDidClose(({ document }) => workspace.lenses.forget(document.uri)),
    workspace.onShownChanged(refresh),
    workspace.onComparisonChanged(refresh),
  ]);
}

/** Waits if the document was edited since its lenses were last listed. The editor cancels a request when another edit follows. */
async function typingPaused(document: TextDocument | undefined, listed: WeakMap<TextDocument, number>, signal: AbortSignal): Promise<void> {
  if (document === undefined) return;
  const known = listed.get(document);
  if (known !== undefined && known !== document.version) await setTimeout(pauseMs, undefined, { signal });
  listed.set(document, document.version);
}

async function lensesOf(workspace: Workspace, uri: string): Promise<CodeLens[]> {
  const view = await viewOf(workspace, uri);
  const { shown } = workspace;
  if (view === null || shown === undefined) return [];
  if (shown.view.isEmpty) return emptyLenses(workspace, shown);
  const links = workspace.client.runsCommands ? (["flame"] as const) : [];
  return byLine(view.functions).flatMap((together) =>
    together.flatMap((cost) => {
      const range = rangeAt(cost.line, 0);
      const lens = (part: LensData["part"]): CodeLens => {
        const data: LensData = { reference: referenceTo(cost.key, uri), part, isNamed: together.length > 1 };
        return { range, data };
      };
      return [lens("cost"), ...links.map(lens), ...hintsOf(view.advice, cost.key).map((_, hint) => lens({ hint }))];
    }),
  );
}

/** On the first line of code that ran: it is not cold, but nothing of what is selected was busy. */
function emptyLenses({ locale, client }: Workspace, { view }: OpenRun): CodeLens[] {
  const selection = selectionText(view, reportWordsIn(locale));
  if (selection === "") return [];
  const command = {
    title: plainText(localised({ code: "selection.nothing", values: { selection } }, locale)),
    command: clientCommands.showEverything,
  };
  return [{ range: rangeAt(1, 0), command: client.runsCommands ? command : titleAlone(command) }];
}

async function withText(workspace: Workspace, lens: CodeLens): Promise<CodeLens> {
  const data = v.safeParse(lensData, lens.data);
  if (!data.success) return lens;
  const command = await commandOf(workspace, data.output);
  return { ...lens, command: workspace.client.runsCommands ? command : titleAlone(command) };
}

async function viewOf({ shown, settings, documents }: Workspace, uri: string): Promise<FileView | null> {
  const document = documents.get(uri);
  return shown === undefined || document === undefined || !settings.codeLens ? null : shown.documentView(document, settings);
}

/** Cancelled if the shown run has no such lens any more: the editor has then been asked to list them again. */
async function commandOf(workspace: Workspace, { reference, part, isNamed }: LensData): Promise<Command> {
  const { shown, textOf, locale } = workspace;
  const { uri } = reference;
  const view = await viewOf(workspace, uri);
  const cost = view?.functions.find(({ key }) => isSame(referenceTo(key, uri), reference));
  if (shown === undefined || view === null || cost === undefined) throw new Cancelled();
  const argument: LensArguments = { reference };
  if (part === "flame") return { title: textOf("cost.flameGraph"), command: clientCommands.revealInFlame, arguments: [argument] };
  if (part === "cost") {
    const asked = [
      functionWaits(shown, [cost.key]),
      functionCounts(shown, [cost.key]),
      functionAllocations(shown, [cost.key], locale),
    ] as const;
    const [changeOf, [waits], [counts], allocated] = await Promise.all([changesIn(workspace, shown, view), ...asked]);
    const words = wordsOf(shown, locale);
    const called = counts && !cost.edited ? callsText(counts, countedCost(cost, words), { textOf, locale }) : "";
    const parts = [...changeOf(cost.key), lensText(cost, words), called, waitText(waits ?? null, locale), ...allocated];
    const figures = parts.filter((text) => text !== "").join(" · ");
    const title = plainText(isNamed ? `${functionLabel(cost.key, textOf)}: ${figures}` : figures);
    return { title, command: clientCommands.showCallers, arguments: [argument] };
  }
  const hint = hintsOf(view.advice, cost.key)[part.hint];
  if (hint === undefined) throw new Cancelled();
  const mark = workspace.client.runsCommands ? "$(lightbulb) " : "";
  return {
    title: `${mark}${plainText(adviceWords(hint.advice, phrasesIn(locale), placeLabel).hint)}`,
    command: clientCommands.showAdvice,
    arguments: [locationAt(uri, hint.line, 0)],
  };
}

/** Editors draw a command without a name as text. */
function titleAlone({ title }: Command): Command {
  return { title, command: "" };
}

function isSame(one: FunctionReference, other: FunctionReference): boolean {
  return one.name === other.name && one.line === other.line && one.character === other.character;
}

/** The change of each function, as text; empty unless the code shows a comparison of the shown run. */
async function changesIn(
  { comparison, locale }: Workspace,
  shown: OpenRun,
  { functions }: FileView,
): Promise<(key: FunctionKey) => readonly string[]> {
  const path = functions[0]?.key.path;
  if (path === undefined || comparison?.next !== shown || !comparison.inCode) return () => [];
  const changes = await shown.request("compareFunctions", { path });
  return ({ name, line, column }) => {
    const there = changes.filter((each) => each.line === line && each.column === column);
    const change = there.find((each) => each.name === name) ?? there[0];
    return change === undefined ? [] : [markedChangeText(change, comparison.per, locale)];
  };
}

/** For each rule, its costliest advice on lines of a function. */
function hintsOf(advice: readonly FileAdvice[], key: FunctionKey): readonly FileAdvice[] {
  const inside = advice.filter(({ around }) => around?.name === key.name && around.line === key.line && around.column === key.column);
  return inside
    .filter(({ advice: { rule } }, index) => inside.findIndex((other) => other.advice.rule === rule) === index)
    .slice(0, mostHints);
}

function byLine(functions: readonly FileFunction[]): readonly (readonly FileFunction[])[] {
  return [...grouped(functions, ({ line }) => line).values()].map((together) =>
    together.toSorted((a, b) => b.totalTicks - a.totalTicks).slice(0, mostPerLine),
  );
}
