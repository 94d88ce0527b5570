import * as vscode from "vscode";
import { plainLines, plainText } from "../../language-server/analysis/plain-text.ts";
import type { CommandId } from "../commands.ts";

/** What the status bar says: the icon apart from the text, which itself draws none. */
export interface StatusFace {
  readonly icon: string;
  readonly text: string;
  readonly tooltip: string;
  readonly command: CommandId | "heatline.loadForm.focus";
}

/** An item at the left of the status bar; the higher its priority, the further left. Hidden until it is shown. */
export class StatusBarEntry implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;

  constructor(id: string, priority: number, name: string) {
    this.#item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
    this.#item.name = name;
  }

  show({ icon, text, tooltip, command }: StatusFace): void {
    const item = this.#item;
    item.text = `$(${icon}) ${plainText(text)}`;
    item.tooltip = plainLines(tooltip);
    item.command = command;
    item.accessibilityInformation = { label: `Heatline: ${item.tooltip}`, role: "button" };
    item.show();
  }

  hide(): void {
    this.#item.hide();
  }

  dispose(): void {
    this.#item.dispose();
  }
}
