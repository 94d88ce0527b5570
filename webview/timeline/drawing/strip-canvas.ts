import type { TimelineView } from "../incoming.ts";
import { axisHeight, type Row } from "./rows.ts";
import { axisTicks } from "./axis.ts";
import type { BandBitmaps } from "./band-bitmaps.ts";
import { drawBlocks } from "./blocks.ts";
import { drawHeap, drawLatency, drawLoop, drawRate, scalesOf } from "./curves.ts";
import { newest, type Scene, xOf } from "./scene.ts";

type Scales = ReturnType<typeof scalesOf>;

/** Draws all of the strip but what follows the pointer. */
export function drawStrip(context: CanvasRenderingContext2D, scene: Scene, bitmaps: BandBitmaps): void {
  const { width, height, gutter, scale, palette, scrolled } = scene;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  [context.font, context.textBaseline, context.imageSmoothingEnabled] = [palette.font, "middle", false];
  context.save();
  clipped(context, 0, axisHeight, width, height - axisHeight);
  context.translate(0, -scrolled);
  const scales = scalesOf(scene);
  const shown = scene.rows.filter(({ top, height: tall }) => top + tall > scrolled && top < scrolled + height);
  const lower = shown.filter(({ kind }) => kind !== "thread");
  // Of a row of which less than half is in sight nothing could be read.
  const isSeen = ({ top, height: tall }: Row): boolean =>
    Math.min(top + tall, scene.pinned) - Math.max(top, scrolled + axisHeight) >= tall / 2;
  const threads = shown.filter((row) => row.kind === "thread" && isSeen(row));
  drawGrid(context, scene);
  drawRows(context, scene, threads, scales, bitmaps);
  if (scene.pinned < Infinity) {
    context.clearRect(0, scene.pinned, width, height);
    context.save();
    clipped(context, 0, scene.pinned - 1, width, height);
    drawGrid(context, scene);
    context.restore();
  }
  drawRows(context, scene, lower, scales, bitmaps);
  drawLoadEdges(context, scene);
  drawListening(context, scene);
  context.restore();
  drawAxis(context, scene);
  context.fillStyle = palette.grid;
  if (gutter > 0) context.fillRect(gutter - 1, 0, 1, height);
}

function drawRows(context: CanvasRenderingContext2D, scene: Scene, rows: readonly Row[], scales: Scales, bitmaps: BandBitmaps): void {
  for (const { strip, from, to } of layers(scene)) {
    context.save();
    clipped(context, from, 0, to - from, scene.scrolled + scene.height);
    for (const row of rows) drawRow(context, scene, strip, row, scales, bitmaps);
    context.restore();
  }
  for (const row of rows) drawName(context, scene, row, scales);
}

interface Layer {
  readonly strip: TimelineView;
  readonly from: number;
  readonly to: number;
}

/** The newest strip where it reaches, the one before it elsewhere. */
function layers(scene: Scene): readonly Layer[] {
  const { strips, gutter, width } = scene;
  const top = newest(scene);
  if (top === undefined) return [];
  const inPlot = (x: number): number => Math.min(Math.max(x, gutter), width);
  const [from, to] = [inPlot(xOf(scene, top.from)), inPlot(xOf(scene, top.to))];
  const below = strips.length > 1 ? strips[0] : undefined;
  const sides =
    below === undefined
      ? []
      : [
          { strip: below, from: gutter, to: from },
          { strip: below, from: to, to: width },
        ];
  return [...sides, { strip: top, from, to }].filter((each) => each.to > each.from);
}

function drawRow(
  context: CanvasRenderingContext2D,
  scene: Scene,
  strip: TimelineView,
  row: Row,
  scales: Scales,
  bitmaps: BandBitmaps,
): void {
  switch (row.kind) {
    case "thread": {
      const thread = strip.threads.find(({ id }) => id === row.thread.id);
      if (thread === undefined) return;
      const [x, right, tall] = [xOf(scene, strip.from), xOf(scene, strip.to), row.height - row.lane];
      const bitmap = bitmaps.of(thread, strip.columns, Math.round(tall * scene.scale), scene.palette);
      if (bitmap.width > 0 && bitmap.height > 0) context.drawImage(bitmap, x, row.top + row.lane, right - x, tall);
      return drawBlocks(context, scene, strip, row);
    }
    case "rate":
      return drawRate(context, scene, strip, row, scales.rate);
    case "latency":
      return drawLatency(context, scene, strip, row, scales.latency);
    case "loop":
      return drawLoop(context, scene, strip, row, scales.delay);
    case "heap":
      return drawHeap(context, scene, strip, row, scales.heap);
  }
}

/** A line below each row, and at each of the axis's times. */
function drawGrid(context: CanvasRenderingContext2D, scene: Scene): void {
  const { palette, gutter, width, view, text, rows, height, scrolled } = scene;
  context.fillStyle = palette.grid;
  for (const { kind, top, height: tall } of rows) {
    if (kind !== "thread" || top + tall < scene.pinned) context.fillRect(0, top + tall, width, 1);
  }
  if (scene.pinned < Infinity) context.fillRect(0, scene.pinned - 1, width, 1);
  context.globalAlpha = 0.5;
  for (const { at } of axisTicks(view, width - gutter, text.locale)) context.fillRect(Math.round(xOf(scene, at)), scrolled, 1, height);
  context.globalAlpha = 1;
}

function drawAxis(context: CanvasRenderingContext2D, scene: Scene): void {
  const { palette, gutter, width, view, text } = scene;
  context.fillStyle = palette.grid;
  context.fillRect(0, axisHeight - 1, width, 1);
  context.fillStyle = palette.quiet;
  let free = gutter;
  for (const { at, label } of axisTicks(view, width - gutter, text.locale)) {
    const [x, words] = [xOf(scene, at), `${label} ${text.seconds}`];
    const wide = context.measureText(words).width;
    // A label stands at the right of its line, as far as it fits.
    if (x < free || x + 3 + wide > width) continue;
    context.fillText(words, x + 3, axisHeight / 2);
    free = x + wide + 8;
  }
}

/** Where the app's first server listened: its start is before. */
function drawListening(context: CanvasRenderingContext2D, scene: Scene): void {
  const { palette, gutter, width, text, rows } = scene;
  const [at, first, last] = [newest(scene)?.listenedAt, rows[0], rows.at(-1)];
  if (at === undefined || first === undefined || last === undefined) return;
  const x = xOf(scene, at);
  if (x < gutter || x > width) return;
  context.strokeStyle = palette.text;
  dashed(context, x, first.top, last.top + last.height);
  const wide = context.measureText(text.listens).width;
  note(context, scene, text.listens, x + 4 + wide <= width ? x + 4 : x - wide - 4, first.top + 7);
}

function dashed(context: CanvasRenderingContext2D, x: number, from: number, to: number): void {
  context.setLineDash([2, 2]);
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, from);
  context.lineTo(Math.round(x) + 0.5, to);
  context.stroke();
  context.setLineDash([]);
}

/** The load's first and last moment of the measured part, and its warm-up before. */
function drawLoadEdges(context: CanvasRenderingContext2D, scene: Scene): void {
  const { palette, gutter, width, text, rows } = scene;
  const [load, row] = [newest(scene)?.load, rows.find(({ kind }) => kind === "rate")];
  const [first, last] = [rows[0], rows.at(-1)];
  if (load === undefined || row === undefined || first === undefined || last === undefined) return;
  const [top, tall] = [first.top, last.top + last.height - first.top];
  const [from, to] = [xOf(scene, load.from), xOf(scene, load.to)];
  context.save();
  clipped(context, gutter, top, width - gutter, tall);
  context.fillStyle = context.strokeStyle = palette.text;
  context.globalAlpha = 0.1;
  context.fillRect(gutter, top, from - gutter, tall);
  context.globalAlpha = 1;
  for (const x of [from, to]) dashed(context, x, top, top + tall);
  context.restore();
  // Without a gutter the row's name stands there.
  if (gutter === 0 && row.height < 30) return;
  const middle = row.top + (gutter === 0 ? 22 : 7);
  if (from >= gutter && from < width) note(context, scene, text.loadStarts, from + 3, middle);
  const ends = to - context.measureText(text.loadEnds).width - 4;
  if (text.loadEnds !== "" && to > gutter && to <= width && ends > from + context.measureText(text.loadStarts).width + 10)
    note(context, scene, text.loadEnds, ends, middle);
  if (from - gutter > context.measureText(text.warmUp).width + 10) note(context, scene, text.warmUp, gutter + 3, middle);
}

/** A row's name in the gutter, with what its values lie between; inside the row where there is no gutter. */
function drawName(context: CanvasRenderingContext2D, scene: Scene, row: Row, scales: Scales): void {
  const { palette, gutter, text, width } = scene;
  const name = row.kind === "thread" ? row.thread.name : text.rows[row.kind];
  const range = rangeOf(row, scales, scene);
  if (gutter === 0) {
    const words = range === undefined ? name : `${name} ${range}`;
    return note(context, scene, words, 3, row.top + (row.kind === "thread" ? row.lane : 0) + 8, width - 8);
  }
  const hasTwo = range !== undefined && row.height >= 26;
  const middle = row.top + row.height / 2;
  context.fillStyle = palette.text;
  const wide = drawFitted(context, name, 6, hasTwo ? middle - 6.5 : middle, gutter - 12);
  context.fillStyle = palette.quiet;
  if (hasTwo) drawFitted(context, range, 6, middle + 6.5, gutter - 12);
  else if (range !== undefined && wide + context.measureText(range).width < gutter - 16) context.fillText(range, wide + 11, middle);
}

function rangeOf(row: Row, scales: Scales, { text }: Scene): string | undefined {
  switch (row.kind) {
    case "thread":
      return undefined;
    case "rate":
      return `0–${text.perSecond(scales.rate.high)}`;
    case "latency":
      return scales.latency.low === 0
        ? `0–${text.latency(scales.latency.high)}`
        : `${text.latency(scales.latency.low)}–${text.latency(scales.latency.high)}`;
    case "loop":
      return `0–100\u00a0%`;
    case "heap":
      return `0–${text.bytes(scales.heap.high)}`;
  }
}

/** Words on the drawing, on a ground that lets them be read. */
function note(context: CanvasRenderingContext2D, { palette }: Scene, words: string, x: number, y: number, most = Infinity): void {
  const wide = Math.min(context.measureText(words).width, most);
  context.fillStyle = palette.background;
  context.globalAlpha = 0.75;
  context.fillRect(x - 2, y - 7, wide + 4, 14);
  context.globalAlpha = 1;
  context.fillStyle = palette.text;
  drawFitted(context, words, x, y, most);
}

function clipped(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}

/** Draws a text that is cut with an ellipsis to fit; returns its width. */
function drawFitted(context: CanvasRenderingContext2D, text: string, x: number, y: number, most: number): number {
  const shown = fitted(context, text, most);
  context.fillText(shown, x, y);
  return context.measureText(shown).width;
}

function fitted(context: CanvasRenderingContext2D, text: string, most: number): string {
  if (context.measureText(text).width <= most) return text;
  let [kept, cut] = [0, text.length];
  while (cut - kept > 1) {
    const middle = (kept + cut) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= most) kept = middle;
    else cut = middle;
  }
  return kept === 0 ? "" : `${text.slice(0, kept)}…`;
}
