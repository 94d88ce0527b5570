import * as vscode from "vscode";
import type { CommandId, RegisterCommand } from "../commands.ts";
import type { TimelineParts, TimelineViews } from "./timeline-views.ts";

/** When what happened: the time strip, what blocked the event loop, the slowest requests, and imports. What shows them is a bundle of its own. */
export class Timeline implements vscode.Disposable {
  readonly #parts: TimelineParts;
  readonly #commands: vscode.Disposable;
  #views: Promise<TimelineViews> | undefined;

  constructor(parts: TimelineParts, register: RegisterCommand) {
    this.#parts = parts;
    const on = (id: CommandId, use: (views: TimelineViews, argument: unknown) => unknown): vscode.Disposable =>
      register(id, async (argument) => use(await this.views(), argument));
    this.#commands = vscode.Disposable.from(
      on("heatline.showTimeline", (views) => views.show("timeline")),
      on("heatline.showSlowestRequests", (views) => views.show("slowestRequests")),
      on("heatline.showImports", (views) => views.show("imports")),
      on("heatline.showWhyLoaded", (views, argument) => views.imports.showWhy(argument)),
      on("heatline.nextBlock", (views) => views.blocks.go("next")),
      on("heatline.previousBlock", (views) => views.blocks.go("previous")),
      on("heatline.selectSlowRequest", (views, argument) => views.selectRequest(argument)),
      on("heatline.goToSlowLine", (views, argument) => views.goToLine(argument)),
      on("heatline.useProposedRate", (views) => views.useProposedRate()),
    );
  }

  views(): Promise<TimelineViews> {
    this.#views ??= import("./timeline-views.js").then(({ TimelineViews }) => new TimelineViews(this.#parts));
    return this.#views;
  }

  dispose(): void {
    this.#commands.dispose();
    void this.#views?.then((views) => views.dispose());
  }
}
