import type { SavingRow } from "../../language-server/protocol/imports.ts";

/** What is advised, or why nothing could be tried at all; undefined if what was tried is not worth a change. */
export function savingsMessage(rows: readonly SavingRow[]): string | undefined {
  const advised = rows.filter(({ isAdvice }) => isAdvice);
  const shown = advised.length > 0 || rows.some(({ isMeasured }) => isMeasured) ? advised : rows.slice(0, 1);
  return shown.length === 0 ? undefined : shown.map(({ way, result }) => `${way}: ${result}`).join(" · ");
}
