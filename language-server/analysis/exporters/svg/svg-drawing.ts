import type { Ticks } from "../../units.ts";
import { xmlCode, xmlText } from "../../escaping/xml-text.ts";
import { type SvgLook, svgStyle } from "./svg-looks.ts";
import { startOf } from "../../shortened.ts";

/** A box of a flame graph with those that it called. */
export interface SvgBox {
  readonly name: string;
  /** Shown when the mouse is over the box, and by screen readers: starts with the name. */
  readonly tip: string;
  readonly look: SvgLook;
  /** Its width, in any unit. */
  readonly worth: Ticks;
  readonly children: readonly SvgBox[];
}

export interface SvgDrawing {
  readonly title: string;
  /** Shown below the title. */
  readonly facts: string;
  readonly roots: readonly SvgBox[];
  readonly legend: readonly { readonly look: SvgLook; readonly label: string }[];
  /** Shown if frames beyond the last row are left out. */
  readonly deeper: string;
  /** Undefined: a picture without a script, 1200 units wide. */
  readonly script: SvgScript | undefined;
}

/** The script that lets a reader zoom and search, and its texts. */
export interface SvgScript {
  /** Built from webview/svg; it runs when the file is opened. */
  readonly code: string;
  /** The locale of its figures, for `Intl`. */
  readonly locale: string;
  readonly texts: {
    readonly search: string;
    readonly reset: string;
    /** `{share}` stands for the share of what was found. */
    readonly matched: string;
  };
}

const width = 1200;
const rowHeight = 18;
const margin = 12;
const headHeight = 72;
/** Room for the search field. */
const controlsHeight = 32;
/** Narrower boxes, and those on top of them, are left out. With a script more are kept, as a reader can zoom in. */
const narrowest = { picture: 0.4, zoomed: 0.1 };
/** With more rows the picture is too high for most viewers. */
const mostRows = 600;
const charWidth = 6.7;
/** Narrower boxes have no label. */
const narrowestLabel = 4 * charWidth;

/** A flame graph as an SVG file: callers below, and boxes in the order given. Names are escaped, whatever characters they contain. */
export function drawSvg({ title, facts, roots, legend, deeper, script }: SvgDrawing): string {
  const room = width - 2 * margin;
  const all = roots.reduce((sum, { worth }) => sum + worth, 0);
  const placed = laidOut(roots, all === 0 ? 0 : 1 / all, (script === undefined ? narrowest.picture : narrowest.zoomed) / room);
  const rows = placed.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const shownRows = Math.min(rows, mostRows);
  const top = headHeight + (script === undefined ? 0 : controlsHeight);
  const height = top + shownRows * rowHeight + margin;
  const boxes = placed.filter(({ row }) => row < mostRows).map((each) => boxText(each, (shownRows - 1 - each.row) * rowHeight, script));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="heatline-flame" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="${script === undefined ? "img" : "group"}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="11"${script === undefined ? "" : scriptData(script)}>`,
    `<title>${xmlText(title)}</title>`,
    `<style>${svgStyle}</style>`,
    `<text x="${margin}" y="24" font-size="16" font-weight="bold">${xmlText(title)}</text>`,
    `<text class="facts quiet" x="${margin}" y="42">${xmlText(clipped(facts, room))}</text>`,
    legendText(legend),
    ...(rows > mostRows ? [`<text class="quiet" x="${width - margin}" y="60" text-anchor="end">${xmlText(deeper)}</text>`] : []),
    `<svg class="boxes" x="${margin}" y="${top}" width="${room}" height="${shownRows * rowHeight}">`,
    ...boxes,
    "</svg>",
    ...(script === undefined ? [] : [`<script>${xmlCode(script.code)}</script>`]),
    "</svg>",
    "",
  ].join("\n");
}

interface Placed {
  readonly box: SvgBox;
  /** Fractions of the whole width. */
  readonly left: number;
  readonly width: number;
  /** Counted from the bottom. */
  readonly row: number;
}

function laidOut(roots: readonly SvgBox[], scale: number, smallest: number): readonly Placed[] {
  const placed: Placed[] = [];
  const place = (boxes: readonly SvgBox[], from: number, row: number): void => {
    let left = from;
    for (const box of boxes) {
      const length = box.worth * scale;
      if (length >= smallest) placed.push({ box, left, width: length, row });
      left += length;
    }
  };
  place(roots, 0, 0);
  // Grows during the loop, since stacks may be too deep for recursion.
  for (let at = 0; at < placed.length; at++) {
    const { box, left, row } = placed[at] as Placed;
    if (row < mostRows) place(box.children, left, row + 1);
  }
  return placed;
}

/** Each box is a viewport of its own, which cuts off the part of the label that does not fit. */
function boxText({ box, left, width: share, row }: Placed, y: number, script: SvgScript | undefined): string {
  const { name, tip, look } = box;
  const length = share * (width - 2 * margin);
  const label = length < narrowestLabel ? "" : `<text x="3" y="13">${xmlText(clipped(name, length - 6))}</text>`;
  const data = script === undefined ? "" : ` data-name="${xmlText(name)}"`;
  return `<svg class="box ${look}" data-row="${row}"${data} x="${percent(left)}" y="${y}" width="${percent(share)}" height="${rowHeight - 1}"><title>${xmlText(tip)}</title><rect width="100%" height="100%"/>${label}</svg>`;
}

function scriptData({ locale, texts }: SvgScript): string {
  return ` lang="${xmlText(locale)}" data-search="${xmlText(texts.search)}" data-reset="${xmlText(texts.reset)}" data-matched="${xmlText(texts.matched)}"`;
}

function legendText(legend: SvgDrawing["legend"]): string {
  let x = margin;
  const entries = legend.map(({ look, label }) => {
    const entry = `<g class="${look}"><rect x="${round(x)}" y="51" width="12" height="12"/><text x="${round(x + 17)}" y="61">${xmlText(label)}</text></g>`;
    x += 34 + label.length * charWidth;
    return entry;
  });
  return `<g class="legend">${entries.join("")}</g>`;
}

function clipped(text: string, room: number): string {
  const most = Math.max(1, Math.floor(room / charWidth));
  return text.length > most ? `${startOf(text, most - 1)}…` : text;
}

function percent(share: number): string {
  return `${Math.round(share * 1e6) / 1e4}%`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
