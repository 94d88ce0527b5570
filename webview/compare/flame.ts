import { button } from "../controls/button.ts";
import { radioField } from "../controls/choices.ts";
import { element } from "../element.ts";
import type { DifferenceFlameView, Verdict } from "./incoming.ts";
import type { FromNode } from "./outgoing.ts";
import type { CostFigures, CompareText } from "./text.ts";
import { type Bar, flameNodes, layOut, type Side } from "./flame-layout.ts";
import { verdictMark } from "./table.ts";

const rowHeight = 20;
/** Bars narrower than this, in pixels, are not drawn. */
const narrowest = 1.5;
/** A cost that changed by more than this factor is drawn in a stronger colour. */
const strongFactor = 2;

export interface FlameOptions {
  readonly text: CompareText;
  readonly figures: CostFigures;
  readonly flame: DifferenceFlameView;
  /** Goes to the line with most of a node's time, or to where its function begins. */
  readonly open: (node: number, to: FromNode) => void;
}

/**
 * Both runs' stacks as one red and blue flame graph, its widths from either run. An ARIA tree: one bar is in the tab order, arrow keys move
 * between bars. A click goes to the line with most of a bar's time (with Alt to its function), a double click zooms to it.
 */
export function differenceFlame({ text, figures, flame, open }: FlameOptions): HTMLElement {
  const nodes = flameNodes(flame);
  const holder = element("div", { class: "flame", role: "tree", "aria-label": `${text.flame}. ${text.flameHelp}` });
  const detail = element("p", { class: "flame-detail" }, text.flameHelp);
  const empty = element("p", { class: "empty" }, text.emptySide);
  let side: Side = "after";
  let zoomed = -1;
  let bars: readonly Bar[] = [];
  let current = -1;

  const draw = (): void => {
    const width = holder.clientWidth || 600;
    bars = layOut(flame, nodes, side, zoomed, narrowest / width);
    const hadFocus = holder.contains(document.activeElement);
    if (!bars.some((bar) => bar.node === current)) current = bars[0]?.node ?? -1;
    holder.replaceChildren(...bars.map((bar) => barOf(bar)));
    holder.style.height = `${rowHeight * (1 + Math.max(0, ...bars.map((bar) => bar.depth)))}px`;
    holder.hidden = bars.length === 0;
    empty.hidden = bars.length > 0;
    zoomOut.hidden = zoomed === -1;
    if (hadFocus) focusBar(current);
  };
  const labelOf = (node: number): string => {
    const frame = flame.frames[flame.frame[node] ?? -1];
    const [before = 0, after = 0] = [flame.beforeMs[node], flame.afterMs[node]];
    const verdict = flame.verdict[node] ?? "noise";
    // Code that is new or has vanished has no factor to show.
    const isChange = verdict === "faster" || verdict === "slower";
    const judged = isChange && isStrong(verdict, before, after) ? text.strongly(text.verdicts[verdict]) : text.verdicts[verdict];
    return text.frame(
      frame?.name ?? "",
      frame?.place ?? "",
      figures.cost(before),
      figures.cost(after),
      figures.change(after - before),
      judged,
    );
  };
  const barOf = (bar: Bar): HTMLElement => {
    const { node, depth, left, width } = bar;
    const verdict = flame.verdict[node] ?? "noise";
    const strong = isStrong(verdict, flame.beforeMs[node] ?? 0, flame.afterMs[node] ?? 0);
    const label = labelOf(node);
    const made = element(
      "div",
      {
        class: `bar ${verdict}${strong ? " strong" : ""}`,
        role: "treeitem",
        tabindex: node === current ? "0" : "-1",
        "data-node": String(node),
        "aria-level": String(depth + 1),
        "aria-label": label,
        title: label,
      },
      verdictMark(verdict),
      flame.frames[flame.frame[node] ?? -1]?.name ?? "",
    );
    Object.assign(made.style, { top: `${rowHeight * depth}px`, left: `${100 * left}%`, width: `${100 * width}%` });
    return made;
  };
  const focusBar = (node: number): void => {
    for (const each of holder.querySelectorAll<HTMLElement>("[tabindex='0']")) each.tabIndex = -1;
    const made = holder.querySelector<HTMLElement>(`[data-node='${node}']`);
    if (made === null) return;
    current = node;
    made.tabIndex = 0;
    made.focus();
  };
  const zoom = (node: number): void => {
    zoomed = node;
    draw();
  };
  const openCode = (node: number, { altKey }: MouseEvent | KeyboardEvent): void => {
    const isRoot = flame.parent[node] === -1;
    if (!isRoot) open(node, altKey ? "declaration" : "hottest");
  };
  const nodeAt = (event: Event): number | undefined => {
    const bar = event.target instanceof Element ? event.target.closest<HTMLElement>(".bar") : null;
    return bar === null ? undefined : Number(bar.dataset["node"]);
  };
  const neighbour = (node: number, key: string): number | undefined => {
    const at = bars.findIndex((bar) => bar.node === node);
    const bar = bars[at];
    if (bar === undefined) return undefined;
    if (key === "ArrowUp") return flame.parent[node] === -1 ? undefined : flame.parent[node];
    const callees = bars.filter((each) => flame.parent[each.node] === node);
    if (key === "ArrowDown") return callees.sort((one, other) => other.width - one.width)[0]?.node;
    const level = bars.filter((each) => each.depth === bar.depth);
    return level[level.indexOf(bar) + (key === "ArrowLeft" ? -1 : 1)]?.node;
  };

  const widthBy = radioField(
    text.widthBy,
    [
      { value: "after", text: text.byAfter },
      { value: "before", text: text.byBefore },
    ],
    side,
    (value) => {
      side = value === "before" ? "before" : "after";
      draw();
    },
  );
  const zoomOut = button({ label: text.zoomOut, look: "secondary", onClick: () => zoom(-1) });
  holder.addEventListener("keydown", (event) => {
    const node = nodeAt(event);
    if (node === undefined || event.ctrlKey || event.metaKey || (event.altKey && event.key !== "Enter")) return;
    if (event.key === "Enter") openCode(node, event);
    else if (event.key === " ") zoom(node);
    else if (event.key === "Escape" && zoomed !== -1) zoom(-1);
    else if (event.key === "Home") focusBar(bars[0]?.node ?? node);
    else if (event.key.startsWith("Arrow")) focusBar(neighbour(node, event.key) ?? node);
    else return;
    event.preventDefault();
  });
  holder.addEventListener("click", (event) => {
    const node = nodeAt(event);
    if (node === undefined || event.detail > 1) return;
    focusBar(node);
    openCode(node, event);
  });
  holder.addEventListener("dblclick", (event) => {
    const node = nodeAt(event);
    if (node !== undefined) zoom(node === zoomed ? -1 : node);
  });
  const report = (event: Event): void => {
    const node = nodeAt(event);
    if (node !== undefined) detail.textContent = labelOf(node);
  };
  holder.addEventListener("mouseover", report);
  holder.addEventListener("focusin", report);
  let drawnWidth = 0;
  new ResizeObserver(() => {
    if (holder.clientWidth === drawnWidth) return;
    drawnWidth = holder.clientWidth;
    draw();
  }).observe(holder);
  draw();
  return element(
    "div",
    { class: "flame-holder" },
    element("div", { class: "toolbar" }, widthBy.element, zoomOut),
    legend(text),
    detail,
    holder,
    empty,
  );
}

function isStrong(verdict: Verdict, before: number, after: number): boolean {
  if (verdict === "noise") return false;
  return verdict === "new" || verdict === "vanished" || Math.max(before, after) > strongFactor * Math.min(before, after);
}

function legend(text: CompareText): HTMLElement {
  const entry = (verdict: Verdict, label: string, strong: boolean): HTMLElement =>
    element("li", {}, element("span", { class: `swatch bar ${verdict}${strong ? " strong" : ""}` }, verdictMark(verdict)), label);
  return element(
    "ul",
    { class: "legend", "aria-label": text.legend },
    entry("faster", text.strongly(text.verdicts.faster), true),
    entry("faster", text.verdicts.faster, false),
    entry("noise", text.verdicts.noise, false),
    entry("slower", text.verdicts.slower, false),
    entry("slower", text.strongly(text.verdicts.slower), true),
    entry("new", text.verdicts.new, true),
    entry("vanished", text.verdicts.vanished, true),
  );
}
