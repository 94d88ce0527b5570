import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver/node";
import { type AdviceItem, runAdvice } from "../../protocol/callers.ts";
import { adviceWords } from "../../reports/advice-words.ts";
import type { AdviceView } from "../../answers/run-answers.ts";
import { Cancelled } from "../cancelled.ts";
import { inBackground, respond } from "../respond.ts";
import type { OpenRun } from "../runs/open-run.ts";
import { phrasesIn } from "../words/group-text.ts";
import { placeLabel } from "../runs/place-label.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import { locationAt } from "../to-lsp.ts";
import type { Workspace } from "../workspace.ts";
import { madeOnce } from "../../analysis/collections.ts";

/** Pause in typing before an update, as for heat. */
const pauseMs = 100;

/** What the advice rules found: a list on request, and diagnostics in the Problems panel if the user wants them. */
export function adviceFeature(workspace: Workspace): Disposable {
  return combinedDisposable([respond(workspace, runAdvice, (_none, signal) => adviceItems(workspace, signal)), problemsFeature(workspace)]);
}

async function adviceItems(workspace: Workspace, signal: AbortSignal): Promise<readonly AdviceItem[]> {
  const run = workspace.requireShown();
  const found = await standing(run, workspace, signal);
  return found.map(({ advice, location }) => ({
    rule: advice.rule,
    ...adviceWords(advice, phrasesIn(workspace.locale), placeLabel),
    label: advice.place === undefined ? "" : placeLabel(advice.place, location?.range.start.line),
    location,
    documentation: advice.documentation,
  }));
}

/** Updates the diagnostics when the run, the settings or the open documents change. */
function problemsFeature(workspace: Workspace): Disposable {
  const { connection, documents } = workspace;
  let published: ReadonlySet<string> = new Set();
  let timer: NodeJS.Timeout | undefined;
  let turn = 0;

  const publish = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    const byUri = await problems(workspace);
    if (mine !== turn) throw new Cancelled();
    const gone = [...published].filter((uri) => !byUri.has(uri));
    published = new Set(byUri.keys());
    for (const [uri, diagnostics] of byUri) await connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] });
    for (const uri of gone) await connection.sendDiagnostics({ uri, diagnostics: [] });
  };
  const soon = (): void => {
    if (!workspace.settings.adviceInProblems && published.size === 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => void inBackground(connection, publish), pauseMs);
  };
  return combinedDisposable([
    workspace.onShownChanged(soon),
    documents.onDidChangeContent(soon),
    documents.onDidClose(soon),
    { dispose: () => clearTimeout(timer) },
  ]);
}

async function problems(workspace: Workspace): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
  const { shown, settings, locale, client } = workspace;
  const byUri = new Map<string, Diagnostic[]>();
  if (shown === undefined || !settings.adviceInProblems) return byUri;
  for (const { advice, location } of await standing(shown, workspace, new AbortController().signal)) {
    if (location === undefined) continue;
    const { hint, explanation, remedy } = adviceWords(advice, phrasesIn(locale), placeLabel);
    madeOnce(byUri, location.uri, () => []).push({
      range: { start: location.range.start, end: { line: location.range.start.line, character: longestLine } },
      severity: DiagnosticSeverity.Information,
      code: advice.rule,
      ...(client.describesCodes ? { codeDescription: { href: advice.documentation } } : {}),
      source: "Heatline",
      message: `${hint}. ${explanation} ${remedy}`,
    });
  }
  return byUri;
}

/** Larger than any column: editors cut a range off at the line's end. */
const longestLine = 100_000;

interface Standing {
  readonly advice: AdviceView;
  readonly location: AdviceItem["location"];
}

/** Advice whose line is unchanged, with its place. Advice on the whole run, or on a source that is not here, has no place. */
async function standing(run: OpenRun, { settings, sources }: Workspace, signal: AbortSignal): Promise<readonly Standing[]> {
  const paths = [...new Set(run.view.advice.flatMap(({ place }) => place?.path ?? []))];
  const files = new Map(await Promise.all(paths.map(async (path) => [path, await run.currentView(path, settings, signal)] as const)));
  return run.view.advice.flatMap((advice): readonly Standing[] => {
    if (advice.place === undefined) return [{ advice, location: undefined }];
    const { path, line } = advice.place;
    const file = files.get(path) ?? null;
    if (file === null) return [{ advice, location: undefined }];
    const stands = file.advice.find(({ advice: other }) => other.rule === advice.rule && other.place?.line === line);
    const uri = sources.uriOf(path);
    return stands === undefined || uri === undefined ? [] : [{ advice, location: locationAt(uri, stands.line, 0) }];
  });
}
