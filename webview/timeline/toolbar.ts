import { bands, type Band } from "../../language-server/analysis/timeline/strip.ts";
import { element } from "../element.ts";
import { type Icon, icon } from "../icons.ts";
import type { Tile } from "./drawing/palette.ts";
import type { TimelineText } from "./text.ts";

export interface ToolbarActions {
  toggle(): void;
  zoom(factor: number): void;
  showWhole(): void;
  zoomToSelection(): void;
  clear(): void;
  showList(isShown: boolean): void;
  showThreads(all: boolean): void;
}

export interface ToolbarState {
  readonly isOpen: boolean;
  /** Without data there is nothing to zoom. */
  readonly hasData: boolean;
  readonly isZoomed: boolean;
  readonly isList: boolean;
  /** What is selected, in words; "": everything. */
  readonly selected: string;
  readonly threads: { readonly all: number; readonly few: number; readonly showsAll: boolean };
}

/** The buttons above the drawing, and what its colours mean. `canCollapse` shows whether it can be closed. */
export function toolbar(text: TimelineText, { canCollapse }: { readonly canCollapse: boolean }, actions: ToolbarActions) {
  const toggle = element("button", { type: "button", class: "toggle" }, icon("chevron"), text.title);
  toggle.addEventListener("click", () => actions.toggle());
  toggle.hidden = !canCollapse;
  const legend = element("ul", { class: "legend", "aria-label": text.legend });
  const selected = element("span", { class: "selected" });
  const zoomIn = iconButton("add", text.zoomIn, () => actions.zoom(1 / 2));
  const zoomOut = iconButton("minus", text.zoomOut, () => actions.zoom(2));
  const whole = iconButton("whole", text.whole, () => actions.showWhole());
  const fit = iconButton("fit", text.zoomToSelection, () => actions.zoomToSelection());
  const clear = iconButton("remove", text.clear, () => actions.clear());
  let explained: readonly [shown: string, tiles: readonly Tile[]] = ["", []];
  let isList = false;
  const list = iconButton("list", text.list, () => actions.showList(!isList));
  let showsAll = false;
  const threads = element("button", { type: "button", class: "worded" });
  threads.addEventListener("click", () => actions.showThreads(!showsAll));
  const tools = element("div", { class: "tools" }, threads, clear, fit, zoomIn, zoomOut, whole, list);
  const bar = element("div", { class: "bar", role: "toolbar", "aria-label": text.title }, toggle, legend, selected, tools);
  return {
    element: bar,
    show(state: ToolbarState): void {
      toggle.setAttribute("aria-expanded", String(state.isOpen));
      const isUsable = state.isOpen && state.hasData;
      for (const each of [legend, selected, tools]) each.hidden = !isUsable;
      say(selected, state.selected);
      // A disabled button would lose the focus of whoever has just pressed it.
      for (const [each, isOff] of [
        [zoomOut, !state.isZoomed],
        [whole, !state.isZoomed],
        [fit, state.selected === ""],
        [clear, state.selected === ""],
      ] as const)
        each.setAttribute("aria-disabled", String(isOff));
      isList = state.isList;
      list.setAttribute("aria-pressed", String(isList));
      ({ showsAll } = state.threads);
      threads.hidden = state.threads.all <= state.threads.few;
      say(threads, showsAll ? text.fewThreads(state.threads.few) : text.allThreads(state.threads.all));
    },
    /** The colours of the bands that are drawn. */
    explain(shown: ReadonlySet<Band>, tiles: readonly Tile[]): void {
      const now = [[...shown].join(), tiles] as const;
      if (now.every((each, index) => each === explained[index])) return;
      explained = now;
      legend.replaceChildren(
        ...bands.flatMap((band, index) => {
          const tile = tiles[index];
          return shown.has(band) && tile !== undefined ? [element("li", {}, swatch(tile), text.bands[band])] : [];
        }),
      );
    },
  };
}

/** Changes words only where they differ: else the page would be laid out again. */
export function say(place: Element, words: string): void {
  if (place.textContent !== words) place.textContent = words;
}

function iconButton(name: Icon, label: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", "aria-label": label, title: label }, icon(name));
  made.addEventListener("click", () => made.getAttribute("aria-disabled") !== "true" && onClick());
  return made;
}

function swatch(tile: Tile): HTMLCanvasElement {
  const canvas = element("canvas", { class: "swatch", "aria-hidden": "true" });
  [canvas.width, canvas.height] = [14, 12];
  const context = canvas.getContext("2d");
  const image = context?.createImageData(14, 12);
  if (!context || !image) return canvas;
  const pixels = new Uint32Array(image.data.buffer);
  for (let y = 0; y < 12; y += 1) {
    for (let x = 0; x < 14; x += 1) pixels[y * 14 + x] = tile.pixels[(y % tile.size) * tile.size + (x % tile.size)] ?? 0;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
