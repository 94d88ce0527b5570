import * as vscode from "vscode";
import type { HeatLine } from "../../language-server/protocol/heat.ts";
import { setting } from "../settings.ts";

/** So few of a file that the list of problems stays one to read. */
const mostLines = 10;
/** From a tenth of the busy time on (`analysis/heat.ts`). */
const coldestStep = 5;

/**
 * Marks the hottest lines in the minimap, where the user wants it. VS Code paints nothing of an extension's there but problems
 * (microsoft/vscode#82808), so they are listed as such, as information.
 */
export class HeatMinimap implements vscode.Disposable {
  #problems: vscode.DiagnosticCollection | undefined;

  /** Of one document, as its text is now; an empty list takes its marks away. */
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

/** Hottest first; what is noise, was edited or is cold is left out. */
export function hottestLines(lines: readonly HeatLine[]): readonly HeatLine[] {
  return lines
    .filter(({ step, faint, edited }) => step >= coldestStep && !faint && !edited)
    .toSorted((a, b) => b.step - a.step)
    .slice(0, mostLines);
}
