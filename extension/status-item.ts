import * as vscode from "vscode";
import type { CommandId } from "./commands.ts";
import { isRunnable } from "./app/app-candidates.ts";
import { onSettingsChanged, setting } from "./settings.ts";

export interface StatusFace {
  readonly text: string;
  readonly tooltip: string;
  readonly command: CommandId | "heatline.loadForm.focus";
}

/** The status bar item. Before there is something to say it offers to profile, beside a file that Node.js can run. */
export class StatusItem implements vscode.Disposable {
  readonly #subscriptions: readonly vscode.Disposable[];
  #item: vscode.StatusBarItem | undefined;
  #face: StatusFace | undefined;

  constructor() {
    const draw = (): void => this.#draw();
    this.#subscriptions = [vscode.window.onDidChangeActiveTextEditor(draw), onSettingsChanged(draw)];
    draw();
  }

  /** Undefined: there is nothing to say. */
  show(face: StatusFace | undefined): void {
    this.#face = face;
    this.#draw();
  }

  #draw(): void {
    if (!(this.#face !== undefined || showsRunnable()) || !setting("statusBar")) return this.#item?.hide();
    const { text, tooltip, command } = this.#face ?? offer();
    const item = (this.#item ??= createItem());
    item.text = text;
    item.tooltip = tooltip;
    item.command = command;
    item.accessibilityInformation = { label: `Heatline: ${tooltip}`, role: "button" };
    item.show();
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#item?.dispose();
  }
}

function createItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem("heatline.status", vscode.StatusBarAlignment.Left, 0);
  item.name = "Heatline";
  return item;
}

function offer(): StatusFace {
  const { t } = vscode.l10n;
  return { text: `$(flame) ${t("Profile")}`, tooltip: t("Profile the current app"), command: "heatline.profileCurrentApp" };
}

function showsRunnable(): boolean {
  const document = vscode.window.activeTextEditor?.document;
  return document !== undefined && isRunnable(document.uri.path);
}
