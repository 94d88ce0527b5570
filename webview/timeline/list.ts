import type { Block, StripThread } from "../../language-server/analysis/timeline/strip.ts";
import { element } from "../element.ts";
import { mostThreads } from "./drawing/rows.ts";
import type { Span, TimelineView } from "./incoming.ts";
import { busyText, waitingTexts } from "./read-out.ts";
import { columnsOf, columnSpan } from "./strip-columns.ts";
import type { TimelineText } from "./text.ts";

/** Parts of the shown time that the list has a row each for. */
export const listColumns = 20;

/** Rows of the table of blocks; more are read by zooming in. */
const mostBlocks = 200;

export interface ListActions {
  goTo(block: Block): void;
  select(span: Span): void;
}

/** What the drawing shows, for those who do not see it: a table of the blocks and one of the time, in `listColumns` parts. */
export function timelineList(strip: TimelineView, text: TimelineText, actions: ListActions): readonly HTMLElement[] {
  const blocks = strip.blocks.flatMap((block, index) =>
    block.to > strip.from && block.from < strip.to ? [{ block, words: strip.blockTexts[index] ?? "" }] : [],
  );
  const more = blocks.length - mostBlocks;
  return [
    blocks.length === 0 ? element("p", {}, text.noBlocks) : blockTable(strip, blocks.slice(0, mostBlocks), text, actions),
    ...(more > 0 ? [element("p", {}, text.moreBlocks(more))] : []),
    ...startupLine(strip, text, actions),
    partTable(strip, text, actions),
    ...strip.missing.map((each) => element("p", {}, each)),
  ];
}

/** What a double click before the mark selects. */
function startupLine({ listenedAt }: TimelineView, text: TimelineText, actions: ListActions): readonly HTMLElement[] {
  if (listenedAt === undefined) return [];
  const span = { from: 0, to: listenedAt };
  const words = text.startup(text.span(span));
  return [
    element(
      "p",
      {},
      `${words} `,
      button(text.selectTime, text.selectOf(words), () => actions.select(span)),
    ),
  ];
}

function blockTable(
  strip: TimelineView,
  blocks: readonly { readonly block: Block; readonly words: string }[],
  text: TimelineText,
  actions: ListActions,
): HTMLElement {
  const nameOf = (id: number): string => strip.threads.find((each) => each.id === id)?.name ?? "";
  return table(
    text.blocks,
    [text.begins, text.length, text.thread, text.kind, text.what, text.actions],
    blocks.map(({ block, words }) => {
      const what = words === "" ? text.blockKinds[block.kind] : words;
      const select = button(text.selectTime, text.selectOf(what), () => actions.select({ from: block.from, to: block.to }));
      const goTo = block.hottest === undefined ? [] : [button(text.goToLine, text.goToLineOf(what), () => actions.goTo(block))];
      return [
        text.time(block.from, block.to - block.from),
        text.duration(block.to - block.from),
        nameOf(block.thread),
        text.blockKinds[block.kind],
        what,
        element("span", { class: "list-actions" }, ...goTo, select),
      ];
    }),
  );
}

function partTable(strip: TimelineView, text: TimelineText, actions: ListActions): HTMLElement {
  const threads = strip.threads.slice(0, mostThreads);
  const { load } = strip;
  const readings = strip.readings[0]?.values ?? [];
  const [first] = threads;
  const heads = [
    text.when,
    ...threads.map(({ name }) => text.busyOf(name)),
    text.hottestLine,
    ...(load === undefined ? [] : [text.rows.rate, text.p50, text.p99, text.errorCount]),
    ...(readings.length === 0 ? [] : [text.rows.loop, text.loopDelay, text.rows.heap]),
    text.actions,
  ];
  const rows = Array.from({ length: strip.columns }, (_, column) => {
    const span = columnSpan(strip, column);
    const time = text.span(span);
    return [
      time,
      ...threads.map((thread) => busyText(thread, column, text)),
      hottestText(strip, first, column),
      ...(load === undefined
        ? []
        : [
            [orNone(load.perSecond[column], text.perSecond), ...waitingTexts(load, column, text)].join(" · "),
            orNone(load.p50Ms[column], text.latency),
            orNone(load.p99Ms[column], text.latency),
            text.count(load.errors[column] ?? 0),
          ]),
      ...(readings.length === 0 ? [] : readingCells(readings, span, text)),
      element(
        "span",
        { class: "list-actions" },
        button(text.selectTime, text.selectOf(time), () => actions.select(rounded(span))),
      ),
    ];
  });
  return table(text.parts, heads, rows);
}

/** The largest of what was read in the part. */
function readingCells(readings: TimelineView["readings"][number]["values"], span: Span, text: TimelineText): readonly string[] {
  const inside = readings.filter(({ at }) => at > span.from && at <= span.to);
  if (inside.length === 0) return ["–", "–", "–"];
  const most = (of: (reading: (typeof inside)[number]) => number): number => Math.max(...inside.map(of));
  return [
    text.share(most(({ busy }) => busy)),
    text.latency(most(({ delayP99Ms }) => delayP99Ms)),
    text.bytes(most(({ heapUsed }) => heapUsed)),
  ];
}

/** Of the busiest thread. */
function hottestText(strip: TimelineView, thread: StripThread | undefined, column: number): string {
  const line = thread && strip.lines[columnsOf(thread).hottest[column] ?? -1];
  return line === undefined ? "–" : `${line.label} ${line.name}`;
}

function orNone(value: number | null | undefined, said: (value: number) => string): string {
  return typeof value === "number" ? said(value) : "–";
}

function rounded({ from, to }: Span): Span {
  return { from: Math.round(from), to: Math.max(Math.round(to), Math.round(from) + 1) };
}

function table(caption: string, heads: readonly string[], rows: readonly (readonly (string | HTMLElement)[])[]): HTMLElement {
  const head = element("tr", {}, ...heads.map((each) => element("th", { scope: "col" }, each)));
  const body = rows.map(([first = "", ...cells]) =>
    element("tr", {}, element("th", { scope: "row" }, first), ...cells.map((each) => element("td", {}, each))),
  );
  return element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body));
}

/** The words on it begin its name, which says of what it is. */
function button(words: string, name: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", "aria-label": name }, words);
  made.addEventListener("click", onClick);
  return made;
}
