import * as vscode from "vscode";
import { isRunnable } from "../language-server/starting/app-candidates.ts";
import { StatusBarEntry, type StatusFace, type StatusNote } from "./screen/status-bar.ts";
import { onSettingsChanged, setting } from "./settings.ts";

/** What the status bar says of the app: at most one of these. */
export interface AppStatus {
  /** Comes before all else. */
  readonly busy?: StatusFace;
  /** It waits for the user: comes before the shown run, unless nothing of that is in what is selected. */
  readonly waiting?: StatusFace | undefined;
  /** Comes after the shown run. */
  readonly done?: StatusFace | undefined;
}

/** What the status bar says of the shown run. */
export interface RunStatus {
  /** Undefined: the run has nothing to say, and the bar is as if none were shown. */
  readonly face: StatusFace | undefined;
  /** What is selected, where it is not everything: it stands in the bar whatever else does. */
  readonly part: string | undefined;
  /** Nothing was measured of what is selected. */
  readonly isEmpty: boolean;
  readonly notes: readonly StatusNote[];
}

/**
 * The one item in the status bar: what the app does or waits for, else what is hottest in the shown run, else the offer to profile, beside a file
 * that Node.js can run. The rest is in its hover.
 */
export class StatusItem implements vscode.Disposable {
  readonly #subscriptions: readonly vscode.Disposable[];
  #item: StatusBarEntry | undefined;
  #app: AppStatus = {};
  #run: RunStatus | undefined;

  constructor() {
    const draw = (): void => this.#draw();
    this.#subscriptions = [vscode.window.onDidChangeActiveTextEditor(draw), onSettingsChanged(draw)];
    draw();
  }

  showApp(app: AppStatus): void {
    this.#app = app;
    this.#draw();
  }

  /** Undefined: no run is shown. */
  showRun(run: RunStatus | undefined): void {
    this.#run = run;
    this.#draw();
  }

  #draw(): void {
    const { busy, waiting, done } = this.#app;
    const run = this.#run;
    const ofApp = busy ?? (run?.isEmpty === true ? undefined : waiting);
    const face = ofApp ?? run?.face ?? done ?? (run?.part !== undefined || showsRunnable() ? offer() : undefined);
    if (face === undefined || !setting("statusBar")) return this.#item?.hide();
    this.#item ??= new StatusBarEntry("heatline.status", "Heatline");
    const text = [face.text, ...(run?.part === undefined ? [] : [run.part])].join(" · ");
    this.#item.show({ ...face, text }, this.#notes());
  }

  #notes(): readonly StatusNote[] {
    if (this.#run === undefined) return [];
    const { notes, face } = this.#run;
    if (Object.values(this.#app).some((each) => each !== undefined) || face === undefined) return notes;
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
