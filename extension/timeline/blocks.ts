import * as vscode from "vscode";
import type { Block } from "../../language-server/analysis/timeline/strip.ts";
import type { Location } from "../../language-server/protocol/place.ts";
import { type Timeline, timeline } from "../../language-server/protocol/timeline.ts";
import { noteReading } from "../commands.ts";
import { type ShownRun, showPlace } from "../runs/shown-run.ts";
import { flash } from "../screen/notifications.ts";
import type { ServerLink } from "../server-link.ts";
import { UserError } from "../user-error.ts";
import { keyOf } from "./strip-page.ts";

/** What blocked the event loop, one after the other: each leads to its hottest line. Waits for a processor are none of them. */
export class Blocks {
  readonly #server: Pick<ServerLink, "request">;
  readonly #shownRun: Pick<ShownRun, "mustBeShown" | "summary">;
  readonly #select: (block: Block) => Promise<void>;
  /** The one shown last, and of which run. */
  #current: { readonly run: string; readonly block: Block } | undefined;

  /** `select`: selects the time of a block, and shows it in all strips. */
  constructor(
    server: Pick<ServerLink, "request">,
    shownRun: Pick<ShownRun, "mustBeShown" | "summary">,
    select: (block: Block) => Promise<void>,
  ) {
    [this.#server, this.#shownRun, this.#select] = [server, shownRun, select];
  }

  /** From the last one on to the first. Rejects with a UserError if there is none. */
  async go(to: "next" | "previous"): Promise<void> {
    const run = keyOf(await this.#shownRun.mustBeShown());
    const strip = await this.#server.request(timeline, { view: "blocks", columns: 1 });
    const blocks = (strip?.blocks ?? []).flatMap((block, index) => (block.kind === "noCpu" ? [] : [{ block, index }]));
    if (strip === null || blocks.length === 0) throw noBlocks(strip);
    const at = besides(
      blocks.map(({ block }) => block),
      this.#current?.run === run ? this.#current.block : undefined,
      to,
    );
    const { block, index } = blocks[at] as (typeof blocks)[number];
    flash(vscode.l10n.t("Block {0} of {1}: {2}", at + 1, blocks.length, strip.blockTexts[index] ?? ""));
    await Promise.all([this.#select(block), this.show(block, strip.blockLocations[index] ?? null)]);
  }

  /** Goes to the line of a block, if it has one; the next block is after this one. */
  async show(block: Block, location: Location | null, options?: vscode.TextDocumentShowOptions): Promise<void> {
    const { summary } = this.#shownRun;
    this.#current = summary && { run: keyOf(summary), block };
    if (location === null) return;
    noteReading();
    await showPlace(location, options);
  }
}

/** The index of the block after or before the current one. */
function besides(blocks: readonly Block[], current: Pick<Block, "thread" | "from"> | undefined, to: "next" | "previous"): number {
  const last = blocks.length - 1;
  if (current === undefined) return to === "next" ? 0 : last;
  const here = blocks.findIndex(({ thread, from }) => thread === current.thread && from === current.from);
  const step = to === "next" ? 1 : -1;
  if (here !== -1) return (here + step + blocks.length) % blocks.length;
  // It was a block of another selection.
  const next = blocks.findIndex(({ from }) => from > current.from);
  return to === "next" ? Math.max(next, 0) : ((next === -1 ? blocks.length : next) + last) % blocks.length;
}

function noBlocks(strip: Timeline | null): UserError {
  if (strip === null) {
    return new UserError(
      vscode.l10n.t("This profile does not say when its samples were taken."),
      vscode.l10n.t("Record the app with Heatline to see what blocked its event loop."),
    );
  }
  return new UserError(vscode.l10n.t("Nothing is known to have blocked the event loop for more than 50 ms."), strip.missing.join(" "));
}
