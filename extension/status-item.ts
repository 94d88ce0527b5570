import * as vscode from "vscode";
import { isRunnable } from "./app/app-candidates.ts";
import { StatusBarEntry, type StatusFace, type StatusNote } from "./screen/status-bar.ts";
import { onSettingsChanged, setting } from "./settings.ts";

/** What the status bar says of the shown run. */
export interface RunStatus {
  /** Undefined: the run has nothing to say, and the bar is as if none were shown. */
  readonly face: StatusFace | undefined;
  /** What is selected, where it is not everything: it stands in the bar whatever else does. */
  readonly part: string | undefined;
  readonly notes: readonly StatusNote[];
}

/**
 * The one item in the status bar: what the app does, else what is hottest in the shown run, else the offer to profile, beside a file that Node.js can
 * run. The rest is in its hover.
 */
export class StatusItem implements vscode.Disposable {
  readonly #subscriptions: readonly vscode.Disposable[];
  #item: StatusBarEntry | undefined;
  #app: StatusFace | undefined;
  #run: RunStatus | undefined;

  constructor() {
    const draw = (): void => this.#draw();
    this.#subscriptions = [vscode.window.onDidChangeActiveTextEditor(draw), onSettingsChanged(draw)];
    draw();
  }

  /** Undefined: no app runs. */
  showApp(face: StatusFace | undefined): void {
    this.#app = face;
    this.#draw();
  }

  /** Undefined: no run is shown. */
  showRun(run: RunStatus | undefined): void {
    this.#run = run;
    this.#draw();
  }

  #draw(): void {
    const face = this.#app ?? this.#run?.face ?? (this.#run?.part !== undefined || showsRunnable() ? offer() : undefined);
    if (face === undefined || !setting("statusBar")) return this.#item?.hide();
    this.#item ??= new StatusBarEntry("heatline.status", "Heatline");
    const text = [face.text, ...(this.#run?.part === undefined ? [] : [this.#run.part])].join(" · ");
    this.#item.show({ ...face, text }, this.#notes());
  }

  #notes(): readonly StatusNote[] {
    if (this.#run === undefined) return [];
    const { notes, face } = this.#run;
    if (this.#app !== undefined || face === undefined) return notes;
    const { tooltip, command } = offer();
    return [...notes, { text: "", link: { label: tooltip, command } }];
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#item?.dispose();
  }
}

function offer(): StatusFace & { readonly command: "heatline.profileCurrentApp" } {
  const { t } = vscode.l10n;
  return { icon: "flame", text: t("Profile"), tooltip: t("Profile the current app"), command: "heatline.profileCurrentApp" };
}

function showsRunnable(): boolean {
  const document = vscode.window.activeTextEditor?.document;
  return document !== undefined && isRunnable(document.uri.path);
}
