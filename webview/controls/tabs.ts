import { element } from "../element.ts";

/** Rows of a table with one of them in the tab order: arrow keys move it. */

export function rowAt(target: EventTarget | null): HTMLTableRowElement | undefined {
  return (target instanceof Element ? target.closest("tr") : undefined) ?? undefined;
}

const pageRows = 10;

/** Moves the focus by the key, or opens the row for Enter. */
export function moveByKey(event: KeyboardEvent, body: HTMLTableSectionElement, open: (row: HTMLTableRowElement) => void): void {
  const row = rowAt(event.target);
  if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = [...body.rows].indexOf(row);
  const target: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: body.rows.length - 1,
    PageDown: at + pageRows,
    PageUp: at - pageRows,
  };
  const next = target[event.key];
  if (next !== undefined) focusRow(body, Math.min(Math.max(next, 0), body.rows.length - 1));
  else if (event.key === "Enter") open(row);
  else return;
  event.preventDefault();
}

export function focusRow(body: HTMLTableSectionElement, at: number): void {
  const row = body.rows[at];
  if (row === undefined) return;
  for (const each of body.querySelectorAll<HTMLElement>("tr[tabindex='0']")) each.tabIndex = -1;
  row.tabIndex = 0;
  row.focus();
  row.scrollIntoView({ block: "nearest" });
}

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
