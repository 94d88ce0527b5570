import { element } from "../element.ts";
import { type Icon, icon } from "../icons.ts";
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
  /** What is selected, or why nothing can be, or what the closed strip would show. */
  readonly words: string;
  readonly hasSelection: boolean;
  readonly threads: { readonly all: number; readonly few: number; readonly showsAll: boolean };
}

export interface ToolbarParts {
  /** Whether it can be closed. */
  readonly canCollapse: boolean;
  /** Opens what the colours mean. */
  readonly key: HTMLButtonElement;
}

/** The buttons above the drawing. */
export function toolbar(text: TimelineText, { canCollapse, key }: ToolbarParts, actions: ToolbarActions) {
  const toggle = element("button", { type: "button", class: "toggle" }, icon("chevron"), text.title);
  toggle.addEventListener("click", () => actions.toggle());
  toggle.hidden = !canCollapse;
  const selected = element("span", { class: "selected" });
  const zoomIn = iconButton("add", text.zoomIn, () => actions.zoom(1 / 2));
  const zoomOut = iconButton("minus", text.zoomOut, () => actions.zoom(2));
  const whole = iconButton("whole", text.whole, () => actions.showWhole());
  const fit = iconButton("fit", text.zoomToSelection, () => actions.zoomToSelection());
  const clear = iconButton("remove", text.clear, () => actions.clear());
  let isList = false;
  const list = iconButton("list", text.list, () => actions.showList(!isList));
  let showsAll = false;
  const threads = element("button", { type: "button", class: "worded" });
  threads.addEventListener("click", () => actions.showThreads(!showsAll));
  const tools = element("div", { class: "tools" }, key, threads, clear, fit, zoomIn, zoomOut, whole, list);
  const bar = element("div", { class: "bar", role: "toolbar", "aria-label": text.title }, toggle, selected, tools);
  return {
    element: bar,
    show(state: ToolbarState): void {
      toggle.setAttribute("aria-expanded", String(state.isOpen));
      const isUsable = state.isOpen && state.hasData;
      tools.hidden = !isUsable;
      say(selected, state.words);
      selected.title = state.isOpen ? "" : state.words;
      // A disabled button would lose the focus of whoever has just pressed it.
      for (const [each, isOff] of [
        [zoomOut, !state.isZoomed],
        [whole, !state.isZoomed],
        [fit, !state.hasSelection],
        [clear, !state.hasSelection],
      ] as const)
        each.setAttribute("aria-disabled", String(isOff));
      isList = state.isList;
      list.setAttribute("aria-pressed", String(isList));
      ({ showsAll } = state.threads);
      threads.hidden = state.threads.all <= state.threads.few;
      say(threads, showsAll ? text.fewThreads(state.threads.few) : text.allThreads(state.threads.all));
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
