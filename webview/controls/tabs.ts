import { element } from "../element.ts";

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: HTMLElement;
}

/** Tabs, with `first` open initially; arrow keys move between them. `onOpen` is called when the user opens one. */
export function tabs(label: string, all: readonly Tab[], first: string, onOpen: (id: string) => void): HTMLElement {
  const handles = all.map((tab) => element("vscode-panel-tab", { id: `tab-${tab.id}` }, tab.label));
  const views = all.map((tab) => element("vscode-panel-view", { id: `view-${tab.id}` }, tab.content));
  const made = element("vscode-panels", { class: "control-tabs", "aria-label": label }, ...handles, ...views);
  made.setAttribute("activeid", `tab-${first}`);
  let open = first;
  made.addEventListener("change", () => {
    const id = made.activeid?.replace(/^tab-/, "");
    if (id === undefined || id === open || !all.some((tab) => tab.id === id)) return;
    open = id;
    onOpen(id);
  });
  return made;
}

export function progressRing(label: string): HTMLElement {
  return element("vscode-progress-ring", { class: "control-ring", "aria-label": label });
}
