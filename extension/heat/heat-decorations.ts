import * as vscode from "vscode";
import { heat, type HeatLine } from "../../language-server/protocol/shown-run.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import { onSettingsChanged, setting } from "../settings.ts";
import { HeatMinimap } from "./heat-minimap.ts";
import { faintIcon, gutterIcon, shareIcon, stepColourId, stepColours, tintColourIds, tintOf } from "./heat-style.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import { type KeyedType, LineDecorations, lineType } from "./line-decorations.ts";

/** More would slow the editor down; the hottest lines are kept. */
const mostLines = 1000;

/**
 * Draws the heat that the server pushes: gutter, overview ruler, text at line ends, tinted calls. The editor moves the decorations while
 * the user types.
 */
export class HeatDecorations implements vscode.Disposable {
  readonly #server: ServerLink;
  readonly #subscriptions: readonly vscode.Disposable[];
  readonly #minimap = new HeatMinimap();
  readonly #decorations = new LineDecorations<HeatLine>({
    isShown: () => this.#visible && !this.#yields,
    createTypes,
    draw: (line) => ({ type: isQuiet(line) ? faintType : line.step, text: line.text, quiet: isQuiet(line) }),
    outOfSight: (line) => (isQuiet(line) ? undefined : shareType(line)),
    parts: () => (setting("expressionHeat") ? tintedParts : () => []),
    onDrawn: (document, lines) => this.#minimap.mark(document, lines),
  });
  readonly #toggled = new vscode.EventEmitter<void>();
  #visible = true;
  #yields = false;

  /** Fires when the user hides or shows all annotations. */
  readonly onDidToggle = this.#toggled.event;

  constructor(server: ServerLink, shownRun: ShownRun, register: RegisterCommand) {
    this.#server = server;
    server.on(heat, (pushed) => this.#decorations.receive({ ...pushed, lines: hottest(pushed.lines) }));
    this.#subscriptions = [
      register("heatline.toggleAnnotations", () => this.#toggle()),
      register("heatline.clearAnnotations", () => shownRun.clear()),
      shownRun.onDidChange((summary) => {
        if (summary === undefined) this.#clear();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#minimap.forget(uri)),
      onSettingsChanged(() => this.#restyle()),
    ];
  }

  get isVisible(): boolean {
    return this.#visible;
  }

  /** Annotated lines (0-based) of open documents at their current positions, without faint ones. */
  currentLines(): ReadonlyMap<string, readonly number[]> {
    const annotated = [...this.#decorations.lines];
    return new Map(annotated.map(([uri, lines]) => [uri, lines.filter((line) => !line.faint && !line.isCold).map((line) => line.line)]));
  }

  /** Hides plain heat while the changes of a comparison are shown in the code. */
  yieldToChanges(yields: boolean): void {
    if (this.#yields === yields) return;
    this.#yields = yields;
    this.#restyle();
  }

  async #toggle(): Promise<void> {
    this.#visible = !this.#visible;
    this.#toggled.fire();
    this.#decorations.redraw();
    await this.#server.showLenses(this.#visible);
  }

  #clear(): void {
    this.#minimap.clear();
    this.#decorations.clear();
  }

  #restyle(): void {
    this.#minimap.clear();
    this.#decorations.redraw();
  }

  dispose(): void {
    for (const each of [...this.#subscriptions, this.#minimap, this.#toggled, this.#decorations]) each.dispose();
  }
}

const faintType = stepColours.dark.length;
const firstTint = faintType + 1;

/** Heat steps, noise, tints. */
function createTypes(): readonly vscode.TextEditorDecorationType[] {
  const steps = stepColours.dark.map((_, step) => lineType((background) => gutterIcon(step, background), stepColourId(step)));
  const tints = tintColourIds.map((id, strength) =>
    vscode.window.createTextEditorDecorationType({
      backgroundColor: new vscode.ThemeColor(id),
      // Text typed next to a call does not belong to it.
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
      borderRadius: "3px",
      ...(strength === 2 ? { fontWeight: "bold" } : {}),
    }),
  );
  return [...steps, lineType(faintIcon), ...tints];
}

/** Its gutter has the share that is out of sight at the end of a long line; too many types for shares below a percent would slow the editor down. */
function shareType({ step, share }: HeatLine): KeyedType | undefined {
  const percent = Math.round(share * 100);
  if (percent < 1) return undefined;
  return {
    key: `${step} ${percent}`,
    create: () => lineType((background) => shareIcon(step, percent, background), stepColourId(step)),
  };
}

function hottest(lines: readonly HeatLine[]): readonly HeatLine[] {
  return lines.length <= mostLines ? lines : [...lines].sort((a, b) => b.step - a.step).slice(0, mostLines);
}

function isQuiet(line: HeatLine): boolean {
  return line.faint || line.edited;
}

function tintedParts(line: HeatLine): readonly { readonly type: number; readonly range: vscode.Range }[] {
  if (isQuiet(line)) return [];
  return line.parts.flatMap(({ step, start, end }) => {
    const tint = tintOf(step);
    return tint === undefined ? [] : [{ type: firstTint + tint, range: new vscode.Range(line.line, start, line.line, end) }];
  });
}
