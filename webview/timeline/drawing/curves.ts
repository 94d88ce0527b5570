import type { TimelineView } from "../incoming.ts";
import { columnSpan } from "../strip-columns.ts";
import { latencyScale, linearScale, type Scale } from "./axis.ts";
import type { Palette } from "./palette.ts";
import { newest, type Scene, xOf } from "./scene.ts";
import type { Row } from "./rows.ts";

type Place = Pick<Row, "top" | "height">;

/** Latencies farther from each other are not joined: nothing ended in between. */
const widestGap = 24;

/** Wherever a line of two pixels lies, one is covered by it alone: thinner ones were faint. */
const lineWidth = 2;

/** A line of the drawing; those of a row differ in more than colour. */
export interface LineStyle {
  readonly colour: "rate" | "latency" | "text";
  readonly dashes: readonly number[];
  /** Whether what is below it is filled. */
  readonly isFilled: boolean;
}

export const lineStyles = {
  rate: { colour: "rate", dashes: [], isFilled: true },
  p50: { colour: "text", dashes: [4, 3], isFilled: false },
  p99: { colour: "latency", dashes: [], isFilled: false },
  loop: { colour: "rate", dashes: [], isFilled: true },
  loopDelay: { colour: "latency", dashes: [8, 4], isFilled: false },
  heap: { colour: "text", dashes: [], isFilled: true },
} as const satisfies Readonly<Record<string, LineStyle>>;

/** What the values of a row lie between, for its name. */
export function scalesOf(scene: Scene): Readonly<Record<"rate" | "latency" | "delay" | "heap", Scale>> {
  const strip = newest(scene);
  const readings = strip?.readings[0]?.values ?? [];
  return {
    rate: linearScale(highest(strip?.load?.perSecond ?? [])),
    latency: latencyScale([...(strip?.load?.p50Ms ?? []), ...(strip?.load?.p99Ms ?? [])]),
    delay: linearScale(highest(readings.map(({ delayP99Ms }) => delayP99Ms))),
    heap: linearScale(highest(readings.map(({ heapUsed }) => heapUsed))),
  };
}

/** Requests per second; errors stand on its bottom. */
export function drawRate(context: CanvasRenderingContext2D, scene: Scene, strip: TimelineView, row: Place, scale: Scale): void {
  if (strip.load === undefined) return;
  drawLine(context, scene.palette, columnPoints(scene, row, strip, strip.load.perSecond, scale), row, lineStyles.rate);
  errors(context, scene, row, strip, strip.load.errors);
}

export function drawLatency(context: CanvasRenderingContext2D, scene: Scene, strip: TimelineView, row: Place, scale: Scale): void {
  if (strip.load === undefined) return;
  const { p50Ms, p99Ms } = strip.load;
  drawLine(context, scene.palette, columnPoints(scene, row, strip, p99Ms, scale), row, lineStyles.p99, widestGap);
  drawLine(context, scene.palette, columnPoints(scene, row, strip, p50Ms, scale), row, lineStyles.p50, widestGap);
}

/** How busy the loop was, and its delay. */
export function drawLoop(context: CanvasRenderingContext2D, scene: Scene, strip: TimelineView, row: Place, delay: Scale): void {
  const of = (place: (reading: Reading) => number) => readingPoints(scene, strip, row, place);
  const busy = of((reading) => reading.busy);
  drawLine(context, scene.palette, busy, row, lineStyles.loop);
  const late = of(({ delayP99Ms }) => delay.place(delayP99Ms));
  drawLine(context, scene.palette, late, row, lineStyles.loopDelay);
}

export function drawHeap(context: CanvasRenderingContext2D, scene: Scene, strip: TimelineView, row: Place, scale: Scale): void {
  const points = readingPoints(scene, strip, row, ({ heapUsed }) => scale.place(heapUsed));
  drawLine(context, scene.palette, points, row, lineStyles.heap);
}

/** Points farther from each other than `gap` are not joined. */
export function drawLine(
  context: CanvasRenderingContext2D,
  palette: Palette,
  points: readonly Point[],
  row: Place,
  style: LineStyle,
  gap = Infinity,
): void {
  const colour = palette[style.colour];
  if (style.isFilled) area(context, points, row, colour);
  line(context, points, colour, style.dashes, gap);
}

/** Undefined: there is none. */
type Point = { readonly x: number; readonly y: number } | undefined;

function columnPoints(scene: Scene, row: Place, strip: TimelineView, values: readonly (number | null)[], scale: Scale): readonly Point[] {
  const [width, first] = [(strip.to - strip.from) / strip.columns, columnSpan(strip, 0)];
  const start = Math.max(Math.floor((scene.view.from - first.from) / width) - 1, 0);
  const end = Math.min(Math.ceil((scene.view.to - first.from) / width) + 1, strip.columns);
  const points: Point[] = [];
  for (let column = start; column < end; column += 1) {
    const value = values[column] ?? null;
    points.push(value === null ? undefined : { x: xOf(scene, first.from + (column + 0.5) * width), y: yOf(row, scale.place(value)) });
  }
  return points;
}

type Reading = TimelineView["readings"][number]["values"][number];

/** Of the first thread with readings, which is the busiest. */
function readingPoints(scene: Scene, strip: TimelineView, row: Place, place: (reading: Reading) => number): readonly Point[] {
  const values = strip.readings[0]?.values ?? [];
  return values.map((each) => ({ x: xOf(scene, each.at), y: yOf(row, place(each)) }));
}

function yOf({ top, height }: Place, place: number): number {
  return top + height - 1 - place * (height - 3);
}

function area(context: CanvasRenderingContext2D, points: readonly Point[], { top, height }: Place, colour: string): void {
  const known = points.filter((each) => each !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return;
  context.beginPath();
  context.moveTo(first.x, top + height);
  for (const { x, y } of known) context.lineTo(x, y);
  context.lineTo(last.x, top + height);
  context.globalAlpha = 0.18;
  context.fillStyle = colour;
  context.fill();
  context.globalAlpha = 1;
}

function line(context: CanvasRenderingContext2D, points: readonly Point[], colour: string, dashes: readonly number[], gap: number): void {
  context.beginPath();
  let drawn = -Infinity;
  for (const point of points) {
    if (point === undefined) continue;
    if (point.x - drawn > gap || drawn === -Infinity) context.moveTo(point.x - 0.5, point.y);
    context.lineTo(point.x, point.y);
    drawn = point.x;
  }
  context.strokeStyle = colour;
  context.lineWidth = lineWidth;
  context.lineJoin = "round";
  // Round ends would fill the gaps of dashes; without any a single point would not be seen.
  context.lineCap = dashes.length === 0 ? "round" : "butt";
  context.setLineDash([...dashes]);
  context.stroke();
  context.setLineDash([]);
}

/** At least three pixels high, so that a single one is seen. */
function errors(context: CanvasRenderingContext2D, scene: Scene, row: Place, strip: TimelineView, counts: readonly number[]): void {
  const most = highest(counts);
  if (most === 0) return;
  context.fillStyle = scene.palette.error;
  for (let column = 0; column < counts.length; column += 1) {
    const count = counts[column] ?? 0;
    if (count === 0) continue;
    const { from, to } = columnSpan(strip, column);
    if (to < scene.view.from || from > scene.view.to) continue;
    const [x, height] = [xOf(scene, from), Math.max(3, (count / most) * row.height * 0.5)];
    context.fillRect(x, row.top + row.height - height, Math.max(xOf(scene, to) - x, 1.5), height);
  }
}

function highest(values: readonly (number | null)[]): number {
  let most = 0;
  for (const value of values) if (value !== null && value > most) most = value;
  return most;
}
