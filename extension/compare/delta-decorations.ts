import type * as vscode from "vscode";
import { compareHeat, type DeltaLine } from "../../language-server/protocol/compare/compare-heat.ts";
import type { ServerLink } from "../server-link.ts";
import { onSettingsChanged } from "../settings.ts";
import { deltaColourId, deltaIcon, type DeltaKind, deltaMark, deltaType, strengths } from "./delta-style.ts";
import type { HeatDecorations } from "../heat/heat-decorations.ts";
import { faintIcon } from "../heat/heat-style.ts";
import { LineDecorations, lineType } from "../heat/line-decorations.ts";

type PlainHeat = Pick<HeatDecorations, "yieldToChanges" | "onDidToggle" | "isVisible">;

/** Draws the changes of a comparison in place of plain heat: gutter, overview ruler and text at line ends. */
export class DeltaDecorations implements vscode.Disposable {
  readonly #heat: PlainHeat;
  readonly #decorations = new LineDecorations<DeltaLine>({
    isShown: () => this.#shown && this.#heat.isVisible,
    createTypes,
    draw: (line) => ({ type: deltaType(line), text: `${deltaMark(line)} ${line.text}`.trim(), quiet: line.step === 0 }),
  });
  readonly #subscriptions: readonly vscode.Disposable[];
  #shown = false;

  constructor(server: ServerLink, heat: PlainHeat) {
    this.#heat = heat;
    server.on(compareHeat, (pushed) => this.#decorations.receive(pushed));
    this.#subscriptions = [
      heat.onDidToggle(() => this.#decorations.redraw()),
      onSettingsChanged(() => this.#decorations.redraw()),
      this.#decorations,
    ];
  }

  get isShown(): boolean {
    return this.#shown;
  }

  /** Switches between the changes and the plain heat of the shown run. */
  show(shown: boolean): void {
    if (this.#shown === shown) return;
    this.#shown = shown;
    this.#heat.yieldToChanges(shown);
    this.#decorations.redraw();
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
  }
}

/** In the order of `deltaType`'s indexes. */
function createTypes(): readonly vscode.TextEditorDecorationType[] {
  const changed = (kind: DeltaKind): readonly vscode.TextEditorDecorationType[] =>
    strengths.map((strength) => lineType((background) => deltaIcon(kind, strength, background), deltaColourId(kind, strength)));
  return [...changed("slower"), ...changed("faster"), lineType(faintIcon)];
}
