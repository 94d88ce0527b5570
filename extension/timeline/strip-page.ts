import * as v from "valibot";
import * as vscode from "vscode";
import type { Block } from "../../language-server/analysis/timeline/strip.ts";
import type { Location } from "../../language-server/protocol/place.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import { type Timeline, timeline, type timelineViews } from "../../language-server/protocol/timeline.ts";
import { type Span, timelineLayout, type ToTimeline } from "../../webview/timeline/incoming.ts";
import { type BlockReference, fromTimeline, type FromTimeline } from "../../webview/timeline/outgoing.ts";
import type { Guard } from "../errors.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import type { ShownSelection } from "../selection/shown-selection.ts";
import type { ServerLink } from "../server-link.ts";
import { UserError } from "../user-error.ts";

const layoutKey = "heatline.timelineLayout";

export interface StripParts {
  readonly server: Pick<ServerLink, "request">;
  readonly shownRun: Pick<ShownRun, "summary" | "onDidChange">;
  readonly selection: Pick<ShownSelection, "change">;
  readonly memory: vscode.Memento;
  readonly guard: Guard;
}

/** What a page has in common with the other ones. */
export interface StripLinks {
  /** Goes to the line of a block. */
  showBlock(block: Block, location: Location | null): Promise<void>;
  /** The part of a run that the strips show; undefined: the whole. */
  zoomOf(key: string): Span | undefined;
  zoomed(key: string, span: Span | null): Promise<void>;
  disposed(): void;
}

/** A page with the time strip: sends it the shown run and its selected time, and answers it. The selection stays with its owner. */
export class StripPage implements vscode.Disposable {
  readonly view: (typeof timelineViews)[number];
  readonly #webview: Pick<vscode.Webview, "postMessage">;
  readonly #parts: StripParts;
  readonly #links: StripLinks;
  readonly #subscription: vscode.Disposable;
  /** What was sent to the page; undefined until it is ready. */
  #sent: { readonly summary: RunSummary | undefined } | undefined;
  #last: Timeline | null = null;

  constructor(view: (typeof timelineViews)[number], webview: Pick<vscode.Webview, "postMessage">, parts: StripParts, links: StripLinks) {
    [this.view, this.#webview, this.#parts, this.#links] = [view, webview, parts, links];
    this.#subscription = parts.shownRun.onDidChange(() => void parts.guard(() => this.#update()));
  }

  /** False for a message that is not the strip's. */
  async receive(message: unknown): Promise<boolean> {
    const parsed = v.safeParse(fromTimeline, message);
    if (parsed.success) await this.#answer(parsed.output);
    return parsed.success;
  }

  /** Brings a stretch of time into view, and marks it. */
  async reveal(span: Span): Promise<void> {
    await this.#post({ type: "timelineReveal", span });
  }

  /** Another page has zoomed. */
  async zoomTo(span: Span | null): Promise<void> {
    if (this.#sent !== undefined) await this.#post({ type: "timelineZoom", span });
  }

  async #answer(message: FromTimeline): Promise<void> {
    switch (message.type) {
      case "timelineReady":
        this.#sent = undefined;
        return await this.#sendRun();
      case "timelineWanted":
        return await this.#sendData(message);
      case "selectSpans":
        if (!this.#isShown(message.key)) return;
        return await this.#parts.selection.change({ spans: message.spans.length === 0 ? null : message.spans });
      case "timelineZoomed":
        return this.#isShown(message.key) ? await this.#links.zoomed(message.key, message.span) : undefined;
      case "revealBlock":
        return this.#isShown(message.key) ? await this.#revealBlock(message.block) : undefined;
      case "timelineLayout":
        return await this.#parts.memory.update(layoutKey, message.layout);
    }
  }

  /** Every question is answered: the page asks one at a time. */
  async #sendData({ id, key, columns, span }: Extract<FromTimeline, { readonly type: "timelineWanted" }>): Promise<void> {
    if (!this.#isShown(key)) return await this.#post({ type: "timelineFailed", id, message: "" });
    try {
      this.#last = await this.#parts.server.request(timeline, { view: this.view, columns, span });
    } catch (error) {
      const isWithdrawn = error instanceof vscode.CancellationError;
      await this.#post({ type: "timelineFailed", id, message: isWithdrawn ? "" : textOf(error) });
      if (isWithdrawn || error instanceof UserError) return;
      throw error;
    }
    await this.#post({ type: "timelineData", id, timeline: this.#last });
  }

  async #revealBlock({ thread, from }: BlockReference): Promise<void> {
    const index = this.#last?.blocks.findIndex((each) => each.thread === thread && each.from === from) ?? -1;
    const block = this.#last?.blocks[index];
    if (block !== undefined) await this.#links.showBlock(block, this.#last?.blockLocations[index] ?? null);
  }

  async #update(): Promise<void> {
    if (this.#sent === undefined) return;
    const [before, now] = [this.#sent.summary, this.#parts.shownRun.summary];
    if (JSON.stringify(before) === JSON.stringify(now)) return;
    if (before === undefined || now === undefined || !differInTime(before, now)) return await this.#sendRun();
    this.#sent = { summary: now };
    await this.#post({ type: "timelineSpans", spans: [...(now.selection.spans ?? [])] });
  }

  async #sendRun(): Promise<void> {
    const { summary } = this.#parts.shownRun;
    this.#sent = { summary };
    const layout = v.safeParse(timelineLayout, this.#parts.memory.get(layoutKey));
    const key = summary === undefined ? null : keyOf(summary);
    const zoom = key === null ? undefined : this.#links.zoomOf(key);
    await this.#post({
      type: "timelineRun",
      key,
      isLive: summary?.live === true,
      spans: summary?.selection.spans ?? [],
      ...(zoom === undefined ? {} : { zoom }),
      ...(layout.success ? { layout: layout.output } : {}),
    });
  }

  #isShown(key: string): boolean {
    const { summary } = this.#parts.shownRun;
    return summary !== undefined && keyOf(summary) === key;
  }

  async #post(message: ToTimeline): Promise<void> {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview is not a window: it has one listener
    await this.#webview.postMessage(message);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#links.disposed();
  }
}

/** The same while a live run grows. Profile files share an id. */
export function keyOf({ id, name, startedAt }: RunSummary): string {
  return JSON.stringify([id, name, startedAt]);
}

function textOf(error: unknown): string {
  if (error instanceof UserError) return error.text;
  return error instanceof Error ? error.message : String(error);
}

/** Whether another time of the same is selected, which the strip marks without new data. */
function differInTime(before: RunSummary, now: RunSummary): boolean {
  const rest = ({ selection }: RunSummary): string => JSON.stringify({ ...selection, spans: null });
  const spans = ({ selection }: RunSummary): string => JSON.stringify(selection.spans);
  return keyOf(before) === keyOf(now) && rest(before) === rest(now) && spans(before) !== spans(now);
}
