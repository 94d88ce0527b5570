import * as vscode from "vscode";
import { setting } from "../settings.ts";
import type { Background } from "./heat-style.ts";

/** Columns of an editor that has a window of 1280 px, its side bar and its minimap beside it. No extension can ask how many there are. */
const columnsOfWindow = 80;

/** Between a line's code and the text at its end. */
const columnsBetween = 3;

/** Whether the text at the end of a line is likely to be under the minimap, or past it. */
function isOutOfSight(line: string, text: string, tabSize: number): boolean {
  const groups = new Set(vscode.window.tabGroups.all.map(({ viewColumn }) => viewColumn)).size;
  const tabs = line.split("\t").length - 1;
  const end = line.length + tabs * (tabSize - 1) + columnsBetween + text.length;
  return end > columnsOfWindow / Math.max(1, groups);
}

interface AnnotatedLine {
  /** 0-based. */
  readonly line: number;
  readonly text: string;
}

interface Pushed<Line> {
  readonly version: number;
  readonly lines: readonly Line[];
}

/** The type of lines whose text is out of sight: those of one key share it. */
export interface KeyedType {
  readonly key: string;
  readonly create: () => vscode.TextEditorDecorationType;
}

/** Ranges to draw for each decoration type: in the order of the types, and by the keys of those for texts out of sight. */
interface Ranges {
  readonly byIndex: readonly (readonly vscode.DecorationOptions[])[];
  readonly byKey: ReadonlyMap<string, KeyedType & { readonly ranges: readonly vscode.DecorationOptions[] }>;
}

interface LineStyle<Line> {
  readonly isShown: () => boolean;
  /** Makes the decoration types when something is first drawn; they are disposed with it. */
  readonly createTypes: () => readonly vscode.TextEditorDecorationType[];
  /** The index of a line's decoration type, and the text at its end. */
  readonly draw: (line: Line) => { readonly type: number; readonly text: string; readonly quiet: boolean };
  readonly outOfSight?: (line: Line) => KeyedType | undefined;
  /** More ranges of a line, such as tinted calls. */
  readonly parts?: () => (line: Line) => readonly { readonly type: number; readonly range: vscode.Range }[];
  /** Called with what an editor now shows. */
  readonly onDrawn?: (document: vscode.TextDocument, lines: readonly Line[]) => void;
}

/**
 * Keeps the lines that the server pushes for open documents and draws them. Pushes for older text are dropped: another one follows, and
 * meanwhile the editor moves what is drawn.
 */
export class LineDecorations<Line extends AnnotatedLine> implements vscode.Disposable {
  readonly #style: LineStyle<Line>;
  readonly #byDocument = new Map<string, Pushed<Line>>();
  readonly #subscriptions: readonly vscode.Disposable[];
  #types: readonly vscode.TextEditorDecorationType[] | undefined;
  readonly #typesByKey = new Map<string, vscode.TextEditorDecorationType>();

  constructor(style: LineStyle<Line>) {
    this.#style = style;
    this.#subscriptions = [
      vscode.window.onDidChangeVisibleTextEditors(() => this.#drawAll()),
      vscode.window.tabGroups.onDidChangeTabGroups(({ opened, closed }) => {
        if (opened.length + closed.length > 0) this.#drawAll();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#byDocument.delete(uri.toString())),
    ];
  }

  /** The last pushed lines by document. */
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

  /** Call after settings change, or when annotations are hidden or shown. */
  redraw(): void {
    this.#disposeTypes();
    this.#drawAll();
  }

  clear(): void {
    this.#byDocument.clear();
    this.#disposeTypes();
  }

  #drawAll(): void {
    for (const editor of vscode.window.visibleTextEditors) this.#draw(editor);
  }

  #draw(editor: vscode.TextEditor): void {
    const { document } = editor;
    // The two sides of a diff editor have no column. Heat would distract from the marks of what changed.
    if (editor.viewColumn === undefined) return;
    const known = this.#byDocument.get(document.uri.toString());
    if (known === undefined || known.version !== document.version) return;
    const isShown = this.#style.isShown();
    this.#style.onDrawn?.(document, isShown ? known.lines : []);
    if (!isShown || (this.#types === undefined && known.lines.length === 0)) return;
    this.#types ??= this.#style.createTypes();
    const { byIndex, byKey } = this.#ranges(editor, known.lines, this.#types.length);
    for (const [index, type] of this.#types.entries()) editor.setDecorations(type, byIndex[index] ?? []);
    for (const [key, { create }] of byKey) if (!this.#typesByKey.has(key)) this.#typesByKey.set(key, create());
    for (const [key, type] of this.#typesByKey) editor.setDecorations(type, byKey.get(key)?.ranges ?? []);
  }

  #ranges({ document, options }: vscode.TextEditor, lines: readonly Line[], types: number): Ranges {
    const ranges: vscode.DecorationOptions[][] = Array.from({ length: types }, () => []);
    const byKey = new Map<string, KeyedType & { readonly ranges: readonly vscode.DecorationOptions[] }>();
    const tabSize = typeof options.tabSize === "number" ? options.tabSize : 4;
    const partsOf = this.#style.parts?.();
    for (const line of lines) {
      if (line.line >= document.lineCount) continue;
      const { type, text, quiet } = this.#style.draw(line);
      const { range, text: code } = document.lineAt(line.line);
      const drawn = { range, ...(line.text === "" ? {} : { renderOptions: { after: textAtEnd(text, quiet) } }) };
      const instead = line.text !== "" && isOutOfSight(code, text, tabSize) ? this.#style.outOfSight?.(line) : undefined;
      if (instead === undefined) ranges[type]?.push(drawn);
      else byKey.set(instead.key, { ...instead, ranges: [...(byKey.get(instead.key)?.ranges ?? []), drawn] });
      for (const part of partsOf?.(line) ?? []) ranges[part.type]?.push({ range: part.range });
    }
    return { byIndex: ranges, byKey };
  }

  #disposeTypes(): void {
    for (const type of [...(this.#types ?? []), ...this.#typesByKey.values()]) type.dispose();
    this.#types = undefined;
    this.#typesByKey.clear();
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
    this.#disposeTypes();
  }
}

/** A whole-line type with a gutter icon, if the settings want one, and a mark in the overview ruler, if it has a colour. */
export function lineType(icon: (background: Background) => string, rulerColourId?: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    // A line inserted above is not decorated.
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
    ...(rulerColourId === undefined
      ? {}
      : { overviewRulerColor: new vscode.ThemeColor(rulerColourId), overviewRulerLane: vscode.OverviewRulerLane.Center }),
    ...(setting("gutter")
      ? { gutterIconSize: "contain", dark: { gutterIconPath: dataUri(icon("dark")) }, light: { gutterIconPath: dataUri(icon("light")) } }
      : {}),
  });
}

/** The text after a line's code. */
function textAtEnd(text: string, quiet: boolean): vscode.ThemableDecorationAttachmentRenderOptions {
  return {
    contentText: text,
    margin: `0 0 0 ${columnsBetween}ch`,
    color: new vscode.ThemeColor(quiet ? "heatline.faintText" : "heatline.inlineText"),
    ...(quiet ? { fontStyle: "italic" } : {}),
  };
}

function dataUri(svg: string): vscode.Uri {
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
}
