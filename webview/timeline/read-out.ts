import { digits } from "../../language-server/analysis/figures.ts";
import type { StripThread } from "../../language-server/analysis/timeline/strip.ts";
import type { Microseconds } from "../../language-server/analysis/units.ts";
import { element } from "../element.ts";
import { axisHeight } from "./drawing/rows.ts";
import type { Span, TimelineView } from "./incoming.ts";
import { busyShare, columnAt, columnsOf, largestBands } from "./strip-columns.ts";
import type { TimelineText } from "./text.ts";
import { say } from "./toolbar.ts";

/** What is known of a moment, a line each; the first is its time. `isBrief`: where there is little room. */
export function readOut(
  strip: TimelineView,
  at: { readonly time: Microseconds; readonly thread: StripThread | undefined; readonly view: Span; readonly isBrief: boolean },
  text: TimelineText,
): readonly string[] {
  const column = columnAt(strip, at.time);
  const lines = [text.time(at.time, (at.view.to - at.view.from) / 10)];
  if (column === undefined) return lines;
  const thread = strip.threads.find(({ id }) => id === at.thread?.id) ?? strip.threads[0];
  const block = strip.blocks.findIndex(
    (each) => (at.thread === undefined || each.thread === at.thread.id) && each.from <= at.time && each.to > at.time,
  );
  if (block !== -1) lines.push(strip.blockTexts[block] ?? "");
  if (thread !== undefined) lines.push(...threadLines(strip, thread, column, text).filter((_, line) => !at.isBrief || line !== 1));
  return [...lines, ...loadLines(strip, column, text), ...(at.isBrief ? [] : loopLines(strip, thread, at.time, text))];
}

function threadLines(strip: TimelineView, thread: StripThread, column: number, text: TimelineText): readonly string[] {
  const columns = columnsOf(thread);
  const ticks = columns.ticks[column] ?? 0;
  const bands = largestBands(columns, column).slice(0, 3);
  const shares = bands.map(({ band, share }) => `${text.bands[band]} ${text.share(share)}`).join(" · ");
  const busy =
    ticks === 0
      ? text.notBusy(thread.name)
      : text.busy(thread.name, text.duration(ticks * thread.interval), digits(ticks, 0, text.locale), text.duration(thread.interval));
  const hottest = strip.lines[columns.hottest[column] ?? -1];
  return [busy, shares, ...(hottest === undefined ? [] : [text.hottest(`${hottest.label} ${hottest.name}`)])];
}

function loadLines({ load }: TimelineView, column: number, text: TimelineText): readonly string[] {
  if (load === undefined) return [];
  const [perSecond, p50, p99, errors] = [load.perSecond[column], load.p50Ms[column], load.p99Ms[column], load.errors[column] ?? 0];
  const parts = [
    ...(typeof perSecond === "number" ? [text.requests(text.perSecond(perSecond))] : []),
    ...waitingTexts(load, column, text),
    ...(typeof p50 === "number" && typeof p99 === "number" ? [text.latencies(text.latency(p50), text.latency(p99))] : []),
    ...(errors > 0 ? [text.errors(errors)] : []),
  ];
  return parts.length === 0 ? [] : [parts.join(" · ")];
}

/** How many requests wait for their answer where there is none. */
export function waitingTexts(
  { perSecond, underWay }: NonNullable<TimelineView["load"]>,
  column: number,
  text: TimelineText,
): readonly string[] {
  const waiting = underWay[column] ?? 0;
  return perSecond[column] === 0 && waiting > 0 ? [text.underWay(waiting)] : [];
}

/** A reading is of the time before it. */
function loopLines(strip: TimelineView, thread: StripThread | undefined, time: Microseconds, text: TimelineText): readonly string[] {
  const { values } = strip.readings.find((each) => each.thread === thread?.id) ?? strip.readings[0] ?? { values: [] };
  const reading = values.find(({ at }) => at >= time) ?? values.at(-1);
  return reading === undefined ? [] : [text.loop(text.share(reading.busy), text.latency(reading.delayP99Ms), text.bytes(reading.heapUsed))];
}

/** Shares of a part of the time for the list: `93 %: own code 80 %, garbage collection 13 %`. */
export function busyText(thread: StripThread, column: number, text: TimelineText): string {
  const columns = columnsOf(thread);
  const kinds = largestBands(columns, column)
    .filter(({ band }) => band !== "idle" && band !== "noCpu")
    .slice(0, 3);
  const named = kinds.map(({ band, share }) => `${text.bands[band]} ${text.share(share)}`).join(", ");
  const busy = text.share(busyShare(columns, column));
  return named === "" ? busy : `${busy}: ${named}`;
}

export interface ReadOutPlace {
  readonly x: number;
  /** Of the pointer; undefined: there is none. */
  readonly y: number | undefined;
  readonly width: number;
  readonly height: number;
  readonly isNarrow: boolean;
}

/** The box beside the pointer, on the side where there is room; where there is none beside it, in the other half. */
export function readOutBox() {
  const box = element("div", { class: "read-out", "aria-hidden": "true", hidden: "" });
  return {
    element: box,
    show(lines: readonly string[], { x, y, width, height, isNarrow }: ReadOutPlace): void {
      if (box.childElementCount !== lines.length) box.replaceChildren(...lines.map(() => element("span")));
      for (const [index, line] of lines.entries()) {
        const row = box.children[index];
        if (row !== undefined) say(row, line);
      }
      box.hidden = false;
      const [wide, tall] = [box.offsetWidth, box.offsetHeight];
      const left = x + 12 + wide <= width ? x + 12 : x - 12 - wide;
      const top = isNarrow && y !== undefined && y < height / 2 ? height - tall - 2 : axisHeight + 2;
      box.style.transform = `translate(${Math.round(Math.min(Math.max(left, 2), Math.max(width - wide - 2, 2)))}px, ${Math.round(top)}px)`;
    },
    hide(): void {
      box.hidden = true;
    },
  };
}
