import * as vscode from "vscode";
import { isRunnable } from "./app/app-candidates.ts";
import { StatusBarEntry, type StatusFace } from "./screen/status-bar.ts";
import { onSettingsChanged, setting } from "./settings.ts";

/** The status bar item. Until there is something to report, it offers to profile, beside a file that Node.js can run. */
export class StatusItem implements vscode.Disposable {
  readonly #subscriptions: readonly vscode.Disposable[];
  #item: StatusBarEntry | undefined;
  #face: StatusFace | undefined;

  constructor() {
    const draw = (): void => this.#draw();
    this.#subscriptions = [vscode.window.onDidChangeActiveTextEditor(draw), onSettingsChanged(draw)];
    draw();
  }

  /** undefined: there is nothing to report. */
  show(face: StatusFace | undefined): void {
    this.#face = face;
    this.#draw();
  }

  #draw(): void {
    if (!(this.#face !== undefined || showsRunnable()) || !setting("statusBar")) return this.#item?.hide();
    this.#item ??= new StatusBarEntry("heatline.status", 0, "Heatline");
    this.#item.show(this.#face ?? offer());
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#item?.dispose();
  }
}

function offer(): StatusFace {
  const { t } = vscode.l10n;
  return { icon: "flame", text: t("Profile"), tooltip: t("Profile the current app"), command: "heatline.profileCurrentApp" };
}

function showsRunnable(): boolean {
  const document = vscode.window.activeTextEditor?.document;
  return document !== undefined && isRunnable(document.uri.path);
}
