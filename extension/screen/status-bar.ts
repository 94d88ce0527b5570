import * as vscode from "vscode";
import { plainLines, plainText } from "../../language-server/analysis/plain-text.ts";
import type { CommandId } from "../commands.ts";

/** What the status bar shows: the icon is separate, as the text itself shows none. */
export interface StatusFace {
  readonly icon: string;
  readonly text: string;
  readonly tooltip: string;
  readonly command: CommandId | "heatline.loadForm.focus";
}

/** A status bar item on the left; a higher priority is further left. Hidden until shown. */
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
