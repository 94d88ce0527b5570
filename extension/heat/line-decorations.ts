import * as vscode from "vscode";
import { setting } from "../settings.ts";
import type { Background } from "./heat-style.ts";

interface AnnotatedLine {
  /** 0-based. */
  readonly line: number;
  readonly text: string;
}

interface Pushed<Line> {
  readonly version: number;
  readonly lines: readonly Line[];
}

/** What is drawn: ranges for each decoration type, in the order of the types. */
type Ranges = readonly (readonly vscode.DecorationOptions[])[];

interface LineStyle<Line> {
  readonly isShown: () => boolean;
  /** The decoration types; made when something is drawn, disposed with what they draw. */
  readonly createTypes: () => readonly vscode.TextEditorDecorationType[];
  /** The index of the type of a line, and what its text looks like. */
  readonly draw: (line: Line) => { readonly type: number; readonly text: string; readonly quiet: boolean };
  /** More ranges for a line, such as tinted calls: their type and place. */
  readonly parts?: () => (line: Line) => readonly { readonly type: number; readonly range: vscode.Range }[];
  /** Called with what an editor shows from now on. */
  readonly onDrawn?: (document: vscode.TextDocument, lines: readonly Line[]) => void;
}

/**
 * Keeps what the server pushes for open documents and draws it in their editors. What is older than the text is dropped: the next push is on
 * its way, and the editor moves along what is drawn already.
 */
export class LineDecorations<Line extends AnnotatedLine> implements vscode.Disposable {
  readonly #style: LineStyle<Line>;
  readonly #byDocument = new Map<string, Pushed<Line>>();
  readonly #subscriptions: readonly vscode.Disposable[];
  #types: readonly vscode.TextEditorDecorationType[] | undefined;

  constructor(style: LineStyle<Line>) {
    this.#style = style;
    this.#subscriptions = [
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#draw(editor);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#byDocument.delete(uri.toString())),
    ];
  }

  /** Lines by document, as they were pushed last. */
  get lines(): ReadonlyMap<string, readonly Line[]> {
    return new Map([...this.#byDocument].map(([uri, { lines }]) => [uri, lines]));
  }

  receive({ uri, version, lines }: { readonly uri: string } & Pushed<Line>): void {
    const key = vscode.Uri.parse(uri).toString();
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === key);
    if (document === undefined || document.version !== version) return;
    this.#byDocument.set(key, { version, lines });
    for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) this.#draw(editor);
  }

  /** After a change of settings, or of whether anything is shown. */
  redraw(): void {
    this.#disposeTypes();
    for (const editor of vscode.window.visibleTextEditors) this.#draw(editor);
  }

  clear(): void {
    this.#byDocument.clear();
    this.#disposeTypes();
  }

  #draw(editor: vscode.TextEditor): void {
    const { document } = editor;
    const known = this.#byDocument.get(document.uri.toString());
    if (known === undefined || known.version !== document.version) return;
    const isShown = this.#style.isShown();
    this.#style.onDrawn?.(document, isShown ? known.lines : []);
    if (!isShown || (this.#types === undefined && known.lines.length === 0)) return;
    this.#types ??= this.#style.createTypes();
    const ranges = this.#ranges(document, known.lines, this.#types.length);
    for (const [index, type] of this.#types.entries()) editor.setDecorations(type, ranges[index] ?? []);
  }

  #ranges(document: vscode.TextDocument, lines: readonly Line[], types: number): Ranges {
    const ranges: vscode.DecorationOptions[][] = Array.from({ length: types }, () => []);
    const partsOf = this.#style.parts?.();
    for (const line of lines) {
      if (line.line >= document.lineCount) continue;
      const { type, text, quiet } = this.#style.draw(line);
      const { range } = document.lineAt(line.line);
      ranges[type]?.push({ range, ...(line.text === "" ? {} : { renderOptions: { after: textAtEnd(text, quiet) } }) });
      for (const part of partsOf?.(line) ?? []) ranges[part.type]?.push({ range: part.range });
    }
    return ranges;
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

/** A whole line with an icon in the gutter, where the settings want one, and a mark in the overview ruler, where it has a colour. */
export function lineType(icon: (background: Background) => string, rulerColourId?: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    ...(rulerColourId === undefined
      ? {}
      : { overviewRulerColor: new vscode.ThemeColor(rulerColourId), overviewRulerLane: vscode.OverviewRulerLane.Center }),
    ...(setting("gutter")
      ? { gutterIconSize: "contain", dark: { gutterIconPath: dataUri(icon("dark")) }, light: { gutterIconPath: dataUri(icon("light")) } }
      : {}),
  });
}

/** What stands behind the code of a line. */
function textAtEnd(text: string, quiet: boolean): vscode.ThemableDecorationAttachmentRenderOptions {
  return {
    contentText: text,
    margin: "0 0 0 3ch",
    color: new vscode.ThemeColor(quiet ? "heatline.faintText" : "heatline.inlineText"),
    ...(quiet ? { fontStyle: "italic" } : {}),
  };
}

function dataUri(svg: string): vscode.Uri {
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
}
