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
