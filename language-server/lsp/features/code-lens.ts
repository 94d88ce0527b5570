import * as v from "valibot";
import { type CodeLens, CodeLensRefreshRequest, CodeLensRequest } from "vscode-languageserver/node";
import { clientCommands, type LensArguments } from "../../protocol/client-commands.ts";
import type { Request } from "../../protocol/message.ts";
import { adviceWords } from "../texts/advice-text.ts";
import type { FileAdvice, FileFunction, FileView } from "../worker/analysis-messages.ts";
import type { FunctionKey } from "../worker/function-key.ts";
import { inBackground, respond } from "../respond.ts";
import { markedChangeText } from "../texts/compare-text.ts";
import { lensText, wordsOf } from "../texts/cost-text.ts";
import { functionLabel, referenceTo } from "../runs/function-reference.ts";
import type { OpenRun } from "../runs/open-run.ts";
import { locationAt, rangeAt } from "../to-lsp.ts";
import type { Workspace } from "../workspace.ts";

/** Maximum number of lenses on a line: for the hottest of the functions that start there. */
const mostPerLine = 3;
const mostHints = 2;

const params = v.object({ textDocument: v.object({ uri: v.string() }) });
const codeLens: Request<typeof params, CodeLens[]> = { method: CodeLensRequest.method, params };

/**
 * A lens for every function at or above the threshold: its cost, or first its change while a comparison is shown, and a link to the flame
 * graph.
 */
export function codeLensFeature(workspace: Workspace): Disposable {
  const { connection } = workspace;
  const answering = respond(
    connection,
    () => workspace.texts,
    codeLens,
    ({ textDocument }) => lensesOf(workspace, textDocument.uri),
  );
  const refresh = (): void => {
    if (workspace.canRefreshLenses) void inBackground(connection, () => connection.sendRequest(CodeLensRefreshRequest.type));
  };
  const refreshing = [workspace.onShownChanged(refresh), workspace.onComparisonChanged(refresh)];
  return {
    [Symbol.dispose]() {
      answering[Symbol.dispose]();
      for (const each of refreshing) each.dispose();
    },
  };
}

async function lensesOf(workspace: Workspace, uri: string): Promise<CodeLens[]> {
  const { shown, settings, texts, locale } = workspace;
  const document = workspace.documents.get(uri);
  if (shown === undefined || document === undefined || !settings.codeLens) return [];
  const view = await shown.documentView(document, settings);
  if (view === null) return [];
  const words = wordsOf(shown, locale);
  const changeOf = await changesIn(workspace, shown, view);
  return byLine(view.functions).flatMap((together) =>
    together.flatMap((cost) => {
      const range = rangeAt(cost.line, 0);
      const argument: LensArguments = { reference: referenceTo(cost.key, uri) };
      const figures = [...changeOf(cost.key), lensText(cost, words)].join(" · ");
      const title = together.length > 1 ? `${functionLabel(cost.key, texts)}: ${figures}` : figures;
      const hints = hintsOf(view.advice, cost.key).map(({ advice, line }) => ({
        range,
        command: {
          title: `$(lightbulb) ${adviceWords(advice, locale).hint}`,
          command: clientCommands.showAdvice,
          arguments: [locationAt(uri, line, 0)],
        },
      }));
      return [
        { range, command: { title, command: clientCommands.showCallers, arguments: [argument] } },
        { range, command: { title: texts.flameGraph, command: clientCommands.revealInFlame, arguments: [argument] } },
        ...hints,
      ];
    }),
  );
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
  const inside = advice.filter(
    ({ advice: { around } }) => around?.name === key.name && around.line === key.line && around.column === key.column,
  );
  return inside
    .filter(({ advice: { rule } }, index) => inside.findIndex((other) => other.advice.rule === rule) === index)
    .slice(0, mostHints);
}

function byLine(functions: readonly FileFunction[]): readonly (readonly FileFunction[])[] {
  const lines = new Map<number, FileFunction[]>();
  for (const cost of functions) {
    const together = lines.get(cost.line) ?? [];
    lines.set(cost.line, [...together, cost]);
  }
  return [...lines.values()].map((together) => together.toSorted((a, b) => b.totalTicks - a.totalTicks).slice(0, mostPerLine));
}
