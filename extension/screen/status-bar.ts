import * as vscode from "vscode";
import { markdownText, plainLines, plainText } from "../../language-server/analysis/escaping/markdown-text.ts";
import type { CommandId } from "../commands.ts";

/** What the status bar says: the icon apart from the text, which itself draws none. */
export interface StatusFace {
  readonly icon: string;
  readonly text: string;
  readonly tooltip: string;
  readonly command: CommandId;
}

/** A line of the item's hover, with what one can do about it. */
export interface StatusNote {
  readonly text: string;
  readonly link: { readonly label: string; readonly command: CommandId };
}

/** An item at the left of the status bar. Hidden until it is shown. */
export class StatusBarEntry implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;

  constructor(id: string, name: string) {
    this.#item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, 0);
    this.#item.name = name;
  }

  show({ icon, text, tooltip, command }: StatusFace, notes: readonly StatusNote[]): void {
    const item = this.#item;
    const spoken = plainLines([tooltip, ...notes.map((note) => note.text)].filter((line) => line !== "").join("\n"));
    item.text = `$(${icon}) ${plainText(text)}`;
    item.tooltip = notes.length === 0 ? plainLines(tooltip) : hover(tooltip, notes);
    item.command = command;
    item.accessibilityInformation = { label: `Heatline: ${spoken}`, role: "button" };
    item.show();
  }

  hide(): void {
    this.#item.hide();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

function hover(tooltip: string, notes: readonly StatusNote[]): vscode.MarkdownString {
  const paragraph = (text: string): string => text.split("\n").map(markdownText).join("  \n");
  const line = ({ text, link: { label, command } }: StatusNote): string =>
    [...(text === "" ? [] : [paragraph(text)]), `[${markdownText(label)}](command:${command})`].join(" ");
  const markdown = new vscode.MarkdownString([...(tooltip === "" ? [] : [paragraph(tooltip)]), ...notes.map(line)].join("\n\n"));
  markdown.isTrusted = { enabledCommands: notes.map(({ link }) => link.command) };
  return markdown;
}
