import type { Block } from "../../../language-server/analysis/timeline/strip.ts";
import type { TimelineView } from "../incoming.ts";
import type { Row, ThreadRow } from "./rows.ts";
import { isSameBlock, type Scene, xOf } from "./scene.ts";

type PlacedThread = ThreadRow & Pick<Row, "top" | "height">;

/** The boxes of a thread's blocks in the lane above its bands, with their line where it fits. Lines go down from each that is wide enough. */
export function drawBlocks(context: CanvasRenderingContext2D, scene: Scene, strip: TimelineView, row: PlacedThread): void {
  if (row.lane === 0) return;
  const { palette, view, gutter, width } = scene;
  let drawnTo = -Infinity;
  for (const [index, block] of strip.blocks.entries()) {
    if (block.thread !== row.thread.id || block.to < view.from || block.from > view.to) continue;
    const from = Math.max(xOf(scene, block.from), gutter - 2);
    const to = Math.max(Math.min(xOf(scene, block.to), width + 2), from + 2);
    const isCurrent = isSameBlock(block, scene.block);
    // Of many in one place none could be distinguished from the next.
    if (to <= drawnTo && !isCurrent) continue;
    drawnTo = to;
    drawBox(context, scene, block, { from, to, top: row.top, height: row.lane - 2 });
    if (to - from >= 4) {
      context.fillStyle = palette.error;
      context.globalAlpha = 0.8;
      for (const x of [from, to - 1]) context.fillRect(x, row.top + row.lane - 2, 1, row.height - row.lane + 2);
      context.globalAlpha = 1;
    }
    const label = labelThatFits(context, block, strip.blockTexts[index] ?? "", to - Math.max(from, gutter) - 8);
    context.fillStyle = palette.text;
    if (label !== undefined) context.fillText(label, Math.max(from, gutter) + 4, row.top + row.lane / 2 - 0.5);
    if (isCurrent) outline(context, palette.focus, from, row.top, to - from, row.height);
  }
}

interface Box {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly height: number;
}

/** Kinds differ in their line. */
const dashes: Readonly<Record<Block["kind"], readonly number[]>> = { block: [], busyTurn: [4, 3], gc: [6, 2, 1, 2], noCpu: [1, 2] };

export function drawBox(
  context: CanvasRenderingContext2D,
  { palette }: Pick<Scene, "palette">,
  { kind }: Pick<Block, "kind">,
  { from, to, top, height }: Box,
): void {
  const colour = kind === "noCpu" ? palette.quiet : palette.error;
  context.fillStyle = colour;
  if (to - from < 4) return context.fillRect(from, top, to - from, height);
  context.globalAlpha = 0.16;
  context.fillRect(from, top, to - from, height);
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash(dashes[kind]);
  context.strokeRect(Math.round(from) + 0.5, top + 0.5, Math.round(to - from) - 1, height - 1);
  context.setLineDash([]);
}

function outline(context: CanvasRenderingContext2D, colour: string, x: number, y: number, width: number, height: number): void {
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.strokeRect(x, y + 1, Math.max(width, 3), height - 2);
}

/** All that is said of it, or its line, or nothing. */
function labelThatFits(context: CanvasRenderingContext2D, { hottest }: Block, words: string, most: number): string | undefined {
  if (most < 24) return undefined;
  const line = hottest && `${hottest.path.replace(/^.*[/\\]/, "")}:${hottest.line}`;
  return [words, line].find((each) => each !== undefined && each !== "" && context.measureText(each).width <= most);
}
