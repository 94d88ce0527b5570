import * as vscode from "vscode";
import { markdownText } from "../../language-server/analysis/escaping/editor-text.ts";

/** Paragraphs that VS Code shows as they are, without links or icons: names in them come from elsewhere. */
export function literalText(paragraphs: readonly string[]): vscode.MarkdownString {
  return new vscode.MarkdownString(paragraphs.map(markdownText).join("\n\n"));
}
