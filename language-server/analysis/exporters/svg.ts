import type { Category } from "../costs/costs.ts";
import { functionTree } from "../flame/flame-tree.ts";
import { categoryOfFunction } from "../costs/hot-tree.ts";
import { busySamples } from "../flame/shown-samples.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Share, Ticks } from "../units.ts";

/** Texts around the graph, in the user's language. */
export interface SvgTexts {
  readonly title: string;
  /** Shown below the graph. */
  readonly facts: string;
  readonly categories: Readonly<Record<Category, string>>;
  /** The text of a box: `12.3 % · 1,234 ticks`. */
  readonly cost: (ticks: Ticks, share: Share) => string;
  /** Stands for frames beyond the last row. */
  readonly deeper: string;
}

const width = 1200;
const rowHeight = 18;
const margin = 12;
const headHeight = 72;
/** Narrower boxes, and those on top of them, are left out. */
const narrowest = 0.4;
/** With more rows the picture is too high for most viewers. */
const mostRows = 600;
const charWidth = 6.7;

/** Light enough for dark text. */
const fills: Readonly<Record<Category, string>> = {
  own: "#f28e5c",
  dependency: "#f2c95c",
  node: "#8fc98f",
  native: "#8fb8e8",
  gc: "#c3a9d9",
  program: "#cccccc",
  compile: "#d9b9a0",
};

interface Box {
  readonly name: string;
  readonly place: string;
  readonly category: Category;
  readonly ticks: Ticks;
  readonly children: Box[];
}

/**
 * A flame graph as an SVG file without scripts: busy samples by function, callers below, the hottest on the left; a box's tooltip has its
 * function, place and ticks. Several threads each get a box with their name.
 */
export function exportSvg(profile: SourceProfile, texts: SvgTexts): string {
  const threads = profile.threads.map((thread) => ({ thread, boxes: boxesOf(thread, profile) }));
  const base = threads.flatMap(({ thread, boxes }) => {
    const box: Box = { name: thread.name, place: "", category: "program", ticks: ticksOf(boxes), children: boxes };
    return profile.threads.length > 1 ? [box] : boxes;
  });
  const all = ticksOf(base);
  const scale = all === 0 ? 0 : (width - 2 * margin) / all;
  const placed = laidOut(base, scale);
  const rows = placed.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const height = headHeight + Math.min(rows, mostRows) * rowHeight + margin;
  const drawn = placed
    .filter(({ row }) => row < mostRows)
    .map((each) => boxText(each, height - margin - (each.row + 1) * rowHeight, scale, texts, all));
  const used = new Set(placed.map(({ box }) => box.category));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="11">`,
    `<title>${escaped(texts.title)}</title>`,
    "<style>g:hover > rect { stroke: #222; stroke-width: 1.5; }</style>",
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${margin}" y="24" font-size="16" font-weight="bold">${escaped(texts.title)}</text>`,
    `<text x="${margin}" y="42" fill="#555">${escaped(clipped(texts.facts, width - 2 * margin))}</text>`,
    legend(used, texts),
    ...drawn,
    ...(rows > mostRows ? [`<text x="${width - margin}" y="60" text-anchor="end" fill="#555">${escaped(texts.deeper)}</text>`] : []),
    "</svg>",
    "",
  ].join("\n");
}

/** The busy roots of a thread, each level sorted by ticks. */
function boxesOf(thread: SourceThread, profile: SourceProfile): Box[] {
  const { functions, sources } = profile;
  const tree = functionTree(thread, busySamples(thread, profile));
  const roots: Box[] = [];
  const boxes: Box[] = [];
  for (let node = 0; node < tree.func.length; node++) {
    const func = tree.func[node] as number;
    const path = sources[functions.source[func] as number]?.path ?? "";
    const line = functions.line[func] as number;
    const box: Box = {
      name: functions.shownName(func),
      place: line === 0 ? path : `${path}:${line}`,
      category: categoryOfFunction(profile, func),
      ticks: tree.total[node] as number,
      children: [],
    };
    boxes.push(box);
    const parent = tree.parent[node] as number;
    (parent === -1 ? roots : (boxes[parent]?.children ?? roots)).push(box);
  }
  for (const { children } of boxes) children.sort((a, b) => b.ticks - a.ticks);
  return roots.sort((a, b) => b.ticks - a.ticks);
}

function ticksOf(boxes: readonly Box[]): Ticks {
  return boxes.reduce((sum, { ticks }) => sum + ticks, 0);
}

interface Placed {
  readonly box: Box;
  readonly x: number;
  /** Counted from the bottom. */
  readonly row: number;
}

function laidOut(base: readonly Box[], scale: number): readonly Placed[] {
  const placed: Placed[] = [];
  const place = (boxes: readonly Box[], left: number, row: number): void => {
    let x = left;
    for (const box of boxes) {
      if (box.ticks * scale >= narrowest) placed.push({ box, x, row });
      x += box.ticks * scale;
    }
  };
  place(base, margin, 0);
  // Grows during the loop, since stacks may be too deep for recursion.
  for (let at = 0; at < placed.length; at++) {
    const { box, x, row } = placed[at] as Placed;
    if (row < mostRows) place(box.children, x, row + 1);
  }
  return placed;
}

function boxText({ box, x, row }: Placed, y: number, scale: number, texts: SvgTexts, all: Ticks): string {
  const { name, place, category, ticks } = box;
  const length = ticks * scale;
  const tip = [name, place === "" ? "" : ` (${place})`, " · ", texts.cost(ticks, ticks / all)].join("");
  const label = length < 4 * charWidth ? "" : `<text x="${round(x + 3)}" y="${y + 13}">${escaped(clipped(name, length - 6))}</text>`;
  return `<g data-row="${row}"><title>${escaped(tip)}</title><rect x="${round(x)}" y="${y}" width="${round(Math.max(0.2, length - 0.5))}" height="${rowHeight - 1}" fill="${fills[category]}"/>${label}</g>`;
}

function legend(used: ReadonlySet<Category>, { categories }: SvgTexts): string {
  let x = margin;
  const entries = Object.entries(categories).flatMap(([category, name]) => {
    if (!used.has(category as Category)) return [];
    const entry = `<rect x="${round(x)}" y="51" width="12" height="12" fill="${fills[category as Category]}"/><text x="${round(x + 17)}" y="61">${escaped(name)}</text>`;
    x += 34 + name.length * charWidth;
    return [entry];
  });
  return `<g>${entries.join("")}</g>`;
}

function clipped(text: string, room: number): string {
  const most = Math.max(1, Math.floor(room / charWidth));
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** XML cannot contain control characters, which names from code may have. */
function escaped(text: string): string {
  return Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? 0;
    if (code < 32 || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff) return " ";
    return code < 127 && "<>&\"'".includes(char) ? `&#${code};` : char;
  }).join("");
}
