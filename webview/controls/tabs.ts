import type { Panels } from "@vscode/webview-ui-toolkit";

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: HTMLElement;
}

/** Tabs, with `first` open initially; arrow keys move between them. `onOpen` is called when the user opens one. */
export function tabs(label: string, all: readonly Tab[], first: string, onOpen: (id: string) => void): HTMLElement {
  const made = document.createElement("vscode-panels") as Panels;
  made.className = "control-tabs";
  made.setAttribute("aria-label", label);
  for (const tab of all) {
    const handle = document.createElement("vscode-panel-tab");
    handle.id = `tab-${tab.id}`;
    handle.append(tab.label);
    made.append(handle);
  }
  for (const tab of all) {
    const view = document.createElement("vscode-panel-view");
    view.id = `view-${tab.id}`;
    view.append(tab.content);
    made.append(view);
  }
  let open = first;
  made.setAttribute("activeid", `tab-${first}`);
  made.addEventListener("change", () => {
    const id = made.activeid?.replace(/^tab-/, "");
    if (id === undefined || id === open || !all.some((tab) => tab.id === id)) return;
    open = id;
    onOpen(id);
  });
  return made;
}

export function progressRing(label: string): HTMLElement {
  const made = document.createElement("vscode-progress-ring");
  made.setAttribute("aria-label", label);
  made.className = "control-ring";
  return made;
}
