import * as vscode from "vscode";
import { heat, type HeatLine } from "../../language-server/protocol/heat.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import { onSettingsChanged, setting } from "../settings.ts";
import { HeatMinimap } from "./heat-minimap.ts";
import { type Background, faintIcon, gutterIcon, stepColourId, stepColours, tintColourIds, tintOf } from "./heat-style.ts";
import type { ShownRun } from "../runs/shown-run.ts";

/** An editor slows down with more; the hottest are kept. */
const mostLines = 1000;

interface DocumentHeat {
  readonly version: number;
  readonly lines: readonly HeatLine[];
}

/** Draws what the server pushes: gutter, overview ruler, text at line ends, tinted calls. The editor itself moves them along while one types. */
export class HeatDecorations implements vscode.Disposable {
  readonly #server: ServerLink;
  readonly #byDocument = new Map<string, DocumentHeat>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #minimap = new HeatMinimap();
  #types: readonly vscode.TextEditorDecorationType[] | undefined;
  readonly #toggled = new vscode.EventEmitter<void>();
  #visible = true;
  #yields = false;

  /** The user hid or brought back all annotations. */
  readonly onDidToggle = this.#toggled.event;

  constructor(server: ServerLink, shownRun: ShownRun, register: RegisterCommand) {
    this.#server = server;
    server.on(heat, (pushed) => this.#receive(pushed));
    this.#subscriptions = [
      register("heatline.toggleAnnotations", () => this.#toggle()),
      register("heatline.clearAnnotations", () => shownRun.clear()),
      shownRun.onDidChange((summary) => {
        if (summary === undefined) this.#clear();
      }),
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) this.#draw(editor);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#byDocument.delete(uri.toString());
        this.#minimap.forget(uri);
      }),
      onSettingsChanged(() => this.#restyle()),
    ];
  }

  get isVisible(): boolean {
    return this.#visible;
  }

  /** Annotated lines (0-based) of open documents as they are now, faint ones left out. */
  currentLines(): ReadonlyMap<string, readonly number[]> {
    return new Map([...this.#byDocument].map(([uri, { lines }]) => [uri, lines.filter((line) => !line.faint).map((line) => line.line)]));
  }

  /** While the changes of a comparison are shown in the code, plain heat makes room for them. */
  yieldToChanges(yields: boolean): void {
    if (this.#yields === yields) return;
    this.#yields = yields;
    this.#restyle();
  }

  #receive({ uri, version, lines }: { readonly uri: string } & DocumentHeat): void {
    const key = vscode.Uri.parse(uri).toString();
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === key);
    if (document === undefined || document.version !== version) return;
    const kept = lines.length <= mostLines ? lines : [...lines].sort((a, b) => b.step - a.step).slice(0, mostLines);
    this.#byDocument.set(key, { version, lines: kept });
    for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) this.#draw(editor);
  }

  /** Does nothing for an editor whose text is newer than its heat: the next push is on its way, and what is drawn has moved along. */
  #draw(editor: vscode.TextEditor): void {
    const known = this.#byDocument.get(editor.document.uri.toString());
    if (known === undefined || known.version !== editor.document.version) return;
    this.#minimap.mark(editor.document, this.#visible && !this.#yields ? known.lines : []);
    if (this.#types === undefined && (known.lines.length === 0 || this.#yields)) return;
    this.#types ??= createTypes();
    const ranges: vscode.DecorationOptions[][] = this.#types.map(() => []);
    const tinted = setting("expressionHeat");
    if (this.#visible && !this.#yields) for (const line of known.lines) addLine(ranges, editor.document, line, tinted);
    for (const [index, type] of this.#types.entries()) editor.setDecorations(type, ranges[index] ?? []);
  }

  async #toggle(): Promise<void> {
    this.#visible = !this.#visible;
    this.#toggled.fire();
    for (const editor of vscode.window.visibleTextEditors) this.#draw(editor);
    await this.#server.showLenses(this.#visible);
  }

  #clear(): void {
    this.#byDocument.clear();
    this.#minimap.clear();
    this.#disposeTypes();
  }

  #restyle(): void {
    this.#minimap.clear();
    this.#disposeTypes();
    for (const editor of vscode.window.visibleTextEditors) this.#draw(editor);
  }

  #disposeTypes(): void {
    for (const type of this.#types ?? []) type.dispose();
    this.#types = undefined;
  }

  dispose(): void {
    for (const each of [...this.#subscriptions, this.#minimap, this.#toggled]) each.dispose();
    this.#disposeTypes();
  }
}

const faintType = stepColours.dark.length;
const firstTint = faintType + 1;

/** In the order that `addLine` counts on: steps, noise, tints. */
function createTypes(): readonly vscode.TextEditorDecorationType[] {
  const gutter = setting("gutter");
  const icons = (icon: (background: Background) => string): vscode.DecorationRenderOptions =>
    gutter
      ? { gutterIconSize: "contain", dark: { gutterIconPath: dataUri(icon("dark")) }, light: { gutterIconPath: dataUri(icon("light")) } }
      : {};
  const steps = stepColours.dark.map((_, step) =>
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      overviewRulerColor: new vscode.ThemeColor(stepColourId(step)),
      overviewRulerLane: vscode.OverviewRulerLane.Center,
      ...icons((background) => gutterIcon(step, background)),
    }),
  );
  const faint = vscode.window.createTextEditorDecorationType({ isWholeLine: true, ...icons(faintIcon) });
  const tints = tintColourIds.map((id, strength) =>
    vscode.window.createTextEditorDecorationType({
      backgroundColor: new vscode.ThemeColor(id),
      borderRadius: "3px",
      ...(strength === 2 ? { fontWeight: "bold" } : {}),
    }),
  );
  return [...steps, faint, ...tints];
}

function addLine(ranges: vscode.DecorationOptions[][], document: vscode.TextDocument, line: HeatLine, tinted: boolean): void {
  if (line.line >= document.lineCount) return;
  const quiet = line.faint || line.edited;
  const end = document.lineAt(line.line).range;
  ranges[quiet ? faintType : line.step]?.push({
    range: end,
    ...(line.text === "" ? {} : { renderOptions: { after: textAtEnd(line.text, quiet) } }),
  });
  if (quiet || !tinted) return;
  for (const part of line.parts) {
    const tint = tintOf(part.step);
    if (tint !== undefined) ranges[firstTint + tint]?.push({ range: new vscode.Range(line.line, part.start, line.line, part.end) });
  }
}

/** What stands behind the code of a line. */
export function textAtEnd(text: string, quiet: boolean): vscode.ThemableDecorationAttachmentRenderOptions {
  return {
    contentText: text,
    margin: "0 0 0 3ch",
    color: new vscode.ThemeColor(quiet ? "heatline.faintText" : "heatline.inlineText"),
    ...(quiet ? { fontStyle: "italic" } : {}),
  };
}

export function dataUri(svg: string): vscode.Uri {
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
}
