import { bands, type StripThread } from "../../language-server/analysis/timeline/strip.ts";
import type { Microseconds, Share } from "../../language-server/analysis/units.ts";
import type { Span, TimelineView } from "./incoming.ts";

/** What a thread did per column, as `StripThread` says it. */
export interface ThreadColumns {
  /** In the order of `bands`. */
  readonly shares: readonly Uint8Array[];
  readonly ticks: Uint32Array;
  readonly hottest: Int32Array;
}

const decoded = new WeakMap<StripThread, ThreadColumns>();

/** Decoded when it is first looked at: most threads of a large cluster are folded. */
export function columnsOf(thread: StripThread): ThreadColumns {
  const known = decoded.get(thread);
  if (known !== undefined) return known;
  const columns = {
    shares: thread.shares.map(bytesOf),
    ticks: new Uint32Array(bytesOf(thread.ticks).buffer),
    hottest: new Int32Array(bytesOf(thread.hottest).buffer),
  };
  decoded.set(thread, columns);
  return columns;
}

/** Index of the column of a time; undefined if the strip has none of it. */
export function columnAt({ from, to, columns }: TimelineView, time: Microseconds): number | undefined {
  if (time < from || time > to) return undefined;
  return Math.min(Math.floor(((time - from) / (to - from)) * columns), columns - 1);
}

export function columnSpan({ from, to, columns }: TimelineView, column: number): Span {
  const width = (to - from) / columns;
  return { from: from + column * width, to: from + (column + 1) * width };
}

const [idle, noCpu] = [bands.indexOf("idle"), bands.indexOf("noCpu")];

/** The part of a column's time in which the thread was busy. */
export function busyShare({ shares }: ThreadColumns, column: number): Share {
  let bytes = 0;
  for (let band = 0; band < shares.length; band += 1) if (band !== idle && band !== noCpu) bytes += shares[band]?.[column] ?? 0;
  return bytes / 255;
}

/** The kinds of what a thread did in a column, largest first. */
export function largestBands({ shares }: ThreadColumns, column: number) {
  return bands
    .map((band, index) => ({ band, share: (shares[index]?.[column] ?? 0) / 255 }))
    .filter(({ share }) => share >= 0.005)
    .sort((a, b) => b.share - a.share);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}
