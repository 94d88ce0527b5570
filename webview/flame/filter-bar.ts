import type { Category } from "../../language-server/analysis/costs/costs.ts";
import { element } from "../element.ts";
import type { FlameFilter } from "./incoming.ts";
import type { FlameFilterChange } from "./outgoing.ts";
import { bandColour, type KindBand } from "./kind-colours.ts";
import type { Translate } from "../texts.ts";

export interface FilterBarActions {
  change(change: FlameFilterChange): void;
  filterSelected(how: "below" | "hide"): void;
  showEverything(): void;
  showAsList(): void;
  zoom(to: "selected" | "whole"): void;
}

/** Native code and V8's compilers have the switch of their own. */
const switchableKinds = ["own", "dependency", "node", "gc", "program"] as const;

/**
 * Adds to the page the bar above speedscope: what is shown, and what to do with the selected frame. speedscope's root must stay the body's last
 * element.
 */
export function createFilterBar(t: Translate, actions: FilterBarActions) {
  const kinds = switchableKinds.map((kind) => ({
    kind,
    ...checkbox(kindNames(t)[kind], () => actions.change({ hiddenKinds: hiddenKinds() })),
  }));
  const hiddenKinds = (): readonly Category[] => kinds.filter(({ input }) => !input.checked).map(({ kind }) => kind);
  const native = checkbox(t("Native frames"), () => actions.change({ showsNative: native.input.checked }));
  native.label.className = "heatline-switch";
  native.label.title = t(
    "Native code and V8’s compilers get frames of their own. Otherwise their time is part of the self time of the function that called them, as on lines.",
  );
  const merge = checkbox(t("Merge recursion"), () => actions.change({ mergesRecursion: merge.input.checked }));
  const colours = checkbox(t("Color by kind of code"), () => actions.change({ coloursByKind: colours.input.checked }));
  const file = element("input", {
    type: "search",
    placeholder: t("Only through file"),
    "aria-label": t("Only through file"),
    spellcheck: "false",
  });
  file.addEventListener("change", () => actions.change({ file: file.value.trim() }));
  let isZoomed = false;
  const zoom = button(t("Zoom to This"), () => actions.zoom(isZoomed ? "whole" : "selected"));
  const below = button(t("Only Below This"), () => actions.filterSelected("below"));
  const hide = button(t("Hide This"), () => actions.filterSelected("hide"));
  const list = button(t("Show as List"), () => actions.showAsList());
  const everything = button(t("Show Everything"), () => actions.showEverything());
  const said = element("p", { class: "heatline-said" });
  const explained = element("ul", { class: "heatline-legend", "aria-label": t("Color by kind of code"), hidden: "" });
  const fields = element("fieldset", {}, element("legend", {}, t("Show frames of")), ...kinds.map((each) => each.label));
  const summary = element("summary", {}, t("Filter"));
  const menu = element("details", { class: "heatline-menu" }, summary);
  menu.append(element("div", {}, fields, merge.label, colours.label));
  closeOutside(menu);
  const bar = element(
    "div",
    { class: "heatline-bar", role: "toolbar", "aria-label": t("Filter of the flame graph") },
    menu,
    native.label,
    file,
    zoom,
    below,
    hide,
    list,
    everything,
    said,
    explained,
  );
  const above = element("div", { class: "heatline-above" }, bar);
  keepKeys(above);
  document.body.prepend(above);
  new ResizeObserver(() => makeRoom(above)).observe(above);
  const showZoomed = (now: boolean): void => {
    isZoomed = now;
    zoom.textContent = now ? t("Show Whole Graph") : t("Zoom to This");
  };
  const select = (name: string | undefined): void => {
    showZoomed(false);
    for (const [made, label] of [
      [zoom, t("Zoom to This")],
      [below, t("Only Below This")],
      [hide, t("Hide This")],
    ] as const) {
      made.disabled = name === undefined;
      made.title = name === undefined ? t("Click a frame first.") : t("{0}: {1}", label, name);
    }
  };
  select(undefined);
  everything.hidden = true;
  return {
    show(filter: FlameFilter): void {
      for (const { kind, input } of kinds) input.checked = !filter.hiddenKinds.includes(kind);
      merge.input.checked = filter.mergesRecursion;
      native.input.checked = filter.showsNative;
      colours.input.checked = filter.coloursByKind;
      file.value = filter.file;
      // A hidden button has no focus, and keys would reach speedscope.
      if (!filter.isActive && document.activeElement === everything) summary.focus();
      everything.hidden = !filter.isActive;
      said.textContent = filter.text;
      said.title = filter.text;
    },
    /** The legend of colours by kind; none: they are by file and name. */
    explainColours(bands: readonly KindBand[], isDark: boolean): void {
      explained.hidden = bands.length === 0;
      explained.replaceChildren(...bands.map((band) => element("li", {}, swatch(band, isDark), kindNames(t)[band.kind])));
    },
    /** Enables the actions on a frame; undefined: none is selected. */
    select,
    /** Whether the graph shows the selected frame only: the button then goes back. */
    showZoomed,
    addSearch: (field: HTMLElement): void => bar.prepend(field),
    /** Holds the bar and what else stands above the graph. */
    above,
    /** False if the menu was closed already. */
    closeMenu(): boolean {
      const wasOpen = menu.open;
      menu.open = false;
      if (wasOpen) summary.focus();
      return wasOpen;
    },
  };
}

/** All hues of a kind: it has one for each of its functions. */
function swatch({ from, to }: KindBand, isDark: boolean): HTMLElement {
  const colours = [0, 0.25, 0.5, 0.75, 1].map((part) => bandColour(from + part * (to - from), isDark));
  const made = element("span", { class: "heatline-swatch" });
  made.style.background = `linear-gradient(to right, ${colours.join(", ")})`;
  return made;
}

function checkbox(name: string, onChange: () => void): { readonly label: HTMLElement; readonly input: HTMLInputElement } {
  const input = element("input", { type: "checkbox" });
  input.addEventListener("change", onChange);
  return { label: element("label", {}, input, name), input };
}

function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button" }, label);
  made.addEventListener("click", onClick);
  return made;
}

/** A menu closes when the focus or the pointer goes elsewhere. */
function closeOutside(menu: HTMLDetailsElement): void {
  const isOutside = (target: EventTarget | null): boolean => !(target instanceof Node && menu.contains(target));
  window.addEventListener("pointerdown", ({ target }) => isOutside(target) && (menu.open = false), { capture: true });
  menu.addEventListener("focusout", ({ relatedTarget }) => relatedTarget !== null && isOutside(relatedTarget) && (menu.open = false));
}

/** speedscope acts on plain keys pressed anywhere in the window; VS Code's own come with Ctrl, Alt or Cmd, or are function keys. */
function keepKeys(above: HTMLElement): void {
  for (const type of ["keydown", "keypress", "keyup"] as const) {
    above.addEventListener(type, (event) => {
      const isOfVsCode = event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(event.key);
      if (!isOfVsCode) event.stopPropagation();
    });
  }
}

/** speedscope measures itself when the window is resized. */
function makeRoom(above: HTMLElement): void {
  document.body.style.setProperty("--heatline-above", `${above.offsetHeight}px`);
  window.dispatchEvent(new Event("resize"));
}

/** Kinds of code, as flame graph and lists name them. */
export function kindNames(t: Translate): Readonly<Record<Category, string>> {
  return {
    own: t("own code"),
    dependency: t("dependencies"),
    node: t("Node.js core"),
    native: t("native code"),
    gc: t("garbage collection"),
    program: t("(program): V8 itself"),
    compile: t("compiling"),
  };
}
