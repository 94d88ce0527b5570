import * as vscode from "vscode";
import type { HeatLine } from "../../language-server/protocol/shown-run.ts";
import { setting } from "../settings.ts";

/** Few per file, so that the Problems panel stays readable. */
const mostLines = 10;
/** Marks lines from about 10 % of busy time on (see `analysis/costs/heat.ts`). */
const coldestStep = 5;

/**
 * Marks the hottest lines in the minimap, if the user wants it. Extensions can mark the minimap only through diagnostics
 * (microsoft/vscode#82808), so the lines also appear in the Problems panel as information.
 */
export class HeatMinimap implements vscode.Disposable {
  #problems: vscode.DiagnosticCollection | undefined;

  /** Marks one document for its current text; an empty list removes its marks. */
  mark(document: vscode.TextDocument, lines: readonly HeatLine[]): void {
    const hottest = setting("heatInMinimap") ? hottestLines(lines).filter(({ line }) => line < document.lineCount) : [];
    if (hottest.length === 0 && this.#problems === undefined) return;
    this.#problems ??= vscode.languages.createDiagnosticCollection("heatline");
    this.#problems.set(
      document.uri,
      hottest.map(({ line, text }) => {
        const { range, firstNonWhitespaceCharacterIndex } = document.lineAt(line);
        const code = range.with(range.start.with({ character: firstNonWhitespaceCharacterIndex }));
        const message = text === "" ? vscode.l10n.t("Hot line") : vscode.l10n.t("Hot line: {0}", text);
        const problem = new vscode.Diagnostic(code, message, vscode.DiagnosticSeverity.Information);
        problem.source = "Heatline";
        return problem;
      }),
    );
  }

  forget(uri: vscode.Uri): void {
    this.#problems?.delete(uri);
  }

  clear(): void {
    this.#problems?.clear();
  }

  dispose(): void {
    this.#problems?.dispose();
  }
}

/** Hottest first, without noise, edited and cold lines. */
export function hottestLines(lines: readonly HeatLine[]): readonly HeatLine[] {
  return lines
    .filter(({ step, faint, edited }) => step >= coldestStep && !faint && !edited)
    .toSorted((a, b) => b.step - a.step)
    .slice(0, mostLines);
}
