import * as vscode from "vscode";
import type { RegisterCommand } from "../commands.ts";
import { slowestRequestsView, timelineView } from "../contributed-ids.ts";
import type { TimelineParts, TimelineViews } from "./timeline-views.ts";

/** When what happened: the time strip, what blocked the event loop, and the slowest requests. What shows them is a bundle of its own. */
export class Timeline implements vscode.Disposable {
  readonly #parts: TimelineParts;
  readonly #commands: vscode.Disposable;
  #views: Promise<TimelineViews> | undefined;

  constructor(parts: TimelineParts, register: RegisterCommand) {
    this.#parts = parts;
    const show = async (view: string): Promise<void> => {
      await parts.shownRun.mustBeShown();
      await vscode.commands.executeCommand(`${view}.focus`);
    };
    this.#commands = vscode.Disposable.from(
      register("heatline.showTimeline", () => show(timelineView)),
      register("heatline.showSlowestRequests", () => show(slowestRequestsView)),
      register("heatline.nextBlock", async () => (await this.views()).blocks.go("next")),
      register("heatline.previousBlock", async () => (await this.views()).blocks.go("previous")),
      register("heatline.selectSlowRequest", async (argument) => (await this.views()).selectRequest(argument)),
      register("heatline.goToSlowLine", async (argument) => (await this.views()).goToLine(argument)),
      register("heatline.useProposedRate", async () => (await this.views()).useProposedRate()),
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
