import * as vscode from "vscode";
import { compareHeat, type DeltaLine } from "../../language-server/protocol/compare-heat.ts";
import type { ServerLink } from "../server-link.ts";
import { onSettingsChanged, setting } from "../settings.ts";
import { deltaColourId, deltaIcon, type DeltaKind, deltaMark, deltaType, strengths } from "./delta-style.ts";
import { dataUri, type HeatDecorations, textAtEnd } from "../heat/heat-decorations.ts";
import { type Background, faintIcon } from "../heat/heat-style.ts";

interface DocumentChanges {
  readonly version: number;
  readonly lines: readonly DeltaLine[];
}

type PlainHeat = Pick<HeatDecorations, "yieldToChanges" | "onDidToggle" | "isVisible">;

/** Draws what a comparison changed, in the place of plain heat: gutter, overview ruler and text at line ends. */
export class DeltaDecorations implements vscode.Disposable {
  readonly #heat: PlainHeat;
  readonly #byDocument = new Map<string, DocumentChanges>();
  readonly #subscriptions: readonly vscode.Disposable[];
  #types: readonly vscode.TextEditorDecorationType[] | undefined;
  #shown = false;

  constructor(server: ServerLink, heat: PlainHeat) {
    this.#heat = heat;
    server.on(compareHeat, (pushed) => this.#receive(pushed));
    this.#subscriptions = [
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#draw(editor);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.#byDocument.delete(document.uri.toString())),
      heat.onDidToggle(() => this.#redraw()),
      onSettingsChanged(() => this.#redraw()),
    ];
  }

  get isShown(): boolean {
    return this.#shown;
  }

  /** Shows the changes, or the plain heat of the shown run. */
  show(shown: boolean): void {
    if (this.#shown === shown) return;
    this.#shown = shown;
    this.#heat.yieldToChanges(shown);
    this.#redraw();
  }

  #receive({ uri, version, lines }: { readonly uri: string } & DocumentChanges): void {
    const key = vscode.Uri.parse(uri).toString();
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === key);
    if (document === undefined || document.version !== version) return;
    this.#byDocument.set(key, { version, lines });
    for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) this.#draw(editor);
  }

  /** Does nothing for an editor whose text is newer: the next push is on its way, and what is drawn has moved along. */
  #draw(editor: vscode.TextEditor): void {
    const known = this.#byDocument.get(editor.document.uri.toString());
    if (!this.#shown || !this.#heat.isVisible || known === undefined || known.version !== editor.document.version) return;
    if (this.#types === undefined && known.lines.length === 0) return;
    this.#types ??= createTypes();
    const ranges: vscode.DecorationOptions[][] = this.#types.map(() => []);
    for (const line of known.lines) addLine(ranges, editor.document, line);
    for (const [index, type] of this.#types.entries()) editor.setDecorations(type, ranges[index] ?? []);
  }

  #redraw(): void {
    this.#disposeTypes();
    for (const editor of vscode.window.visibleTextEditors) this.#draw(editor);
  }

  #disposeTypes(): void {
    for (const type of this.#types ?? []) type.dispose();
    this.#types = undefined;
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#disposeTypes();
  }
}

/** In the order of `deltaType`. */
function createTypes(): readonly vscode.TextEditorDecorationType[] {
  const icons = (icon: (background: Background) => string): vscode.DecorationRenderOptions =>
    setting("gutter")
      ? { gutterIconSize: "contain", dark: { gutterIconPath: dataUri(icon("dark")) }, light: { gutterIconPath: dataUri(icon("light")) } }
      : {};
  const changed = (kind: DeltaKind): readonly vscode.TextEditorDecorationType[] =>
    strengths.map((strength) =>
      vscode.window.createTextEditorDecorationType({
        isWholeLine: true,
        overviewRulerColor: new vscode.ThemeColor(deltaColourId(kind, strength)),
        overviewRulerLane: vscode.OverviewRulerLane.Center,
        ...icons((background) => deltaIcon(kind, strength, background)),
      }),
    );
  return [
    ...changed("slower"),
    ...changed("faster"),
    vscode.window.createTextEditorDecorationType({ isWholeLine: true, ...icons(faintIcon) }),
  ];
}

function addLine(ranges: vscode.DecorationOptions[][], document: vscode.TextDocument, line: DeltaLine): void {
  if (line.line >= document.lineCount) return;
  const text = `${deltaMark(line)} ${line.text}`.trim();
  ranges[deltaType(line)]?.push({
    range: document.lineAt(line.line).range,
    ...(line.text === "" ? {} : { renderOptions: { after: textAtEnd(text, line.verdict === "noise") } }),
  });
}
