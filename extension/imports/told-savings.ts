import type { SavingRow } from "../../language-server/protocol/imports.ts";

/** What is advised, or why nothing could be tried at all; undefined if what was tried is not worth a change. */
export function toldSavings(rows: readonly SavingRow[]): string | undefined {
  const advised = rows.filter(({ isAdvice }) => isAdvice);
  const told = advised.length > 0 || rows.some(({ isMeasured }) => isMeasured) ? advised : rows.slice(0, 1);
  return told.length === 0 ? undefined : told.map(({ way, result }) => `${way}: ${result}`).join(" · ");
}
