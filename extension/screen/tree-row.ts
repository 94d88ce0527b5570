import * as vscode from "vscode";
import { markdownText, plainLines, plainText } from "../../language-server/analysis/escaping/markdown-text.ts";

/** A row of a tree view; its texts may come from a file or an app and are escaped. */
export interface TreeRow {
  readonly id?: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string | FactSheet;
  readonly icon?: vscode.ThemeIcon;
  readonly opens?: vscode.TreeItemCollapsibleState;
  readonly contextValue: string;
  readonly command?: vscode.Command | undefined;
  /** For screen readers, if the label is not enough. */
  readonly spoken?: string;
}

/** A hover with a title, a remark in brackets, and a table of named facts. */
export interface FactSheet {
  readonly title: string;
  readonly remark: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** Read-only, so that no text is set elsewhere. */
export function treeItem({ label, opens, ...row }: TreeRow): Readonly<vscode.TreeItem> {
  const item = new vscode.TreeItem(plainText(label), opens);
  item.contextValue = row.contextValue;
  if (row.id !== undefined) item.id = row.id;
  if (row.description !== undefined) item.description = plainText(row.description);
  if (row.tooltip !== undefined) item.tooltip = typeof row.tooltip === "string" ? plainLines(row.tooltip) : sheet(row.tooltip);
  if (row.icon !== undefined) item.iconPath = row.icon;
  if (row.command !== undefined) item.command = row.command;
  if (row.spoken !== undefined) item.accessibilityInformation = { label: plainText(row.spoken) };
  return item;
}

/** A hover that shows the text literally. */
export function plainHover(text: string): vscode.Hover {
  return new vscode.Hover(new vscode.MarkdownString(markdownText(text)));
}

function sheet({ title, remark, facts }: FactSheet): vscode.MarkdownString {
  const head = `**${markdownText(title)}**${remark === "" ? "" : ` (${markdownText(remark)})`}`;
  const rows = facts.map(([name, value]) => `| ${markdownText(name)} | ${markdownText(value)} |`);
  return new vscode.MarkdownString([head, "", "| | |", "|---|---|", ...rows, ""].join("\n"));
}

/** Paragraphs that VS Code shows as they are, without links or icons: names in them come from elsewhere. */
export function literalText(paragraphs: readonly string[]): vscode.MarkdownString {
  return new vscode.MarkdownString(paragraphs.map(markdownText).join("\n\n"));
}
