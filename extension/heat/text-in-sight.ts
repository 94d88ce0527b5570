import * as vscode from "vscode";

/** Columns of an editor that has a window of 1280 px, its side bar and its minimap beside it. No extension is told how many there are. */
const columnsOfWindow = 80;

/** Between a line's code and the text at its end. */
export const columnsBetween = 3;

/** Whether the text at the end of a line is likely to be under the minimap, or past it. */
export function isOutOfSight(line: string, text: string, tabSize: number): boolean {
  const groups = new Set(vscode.window.tabGroups.all.map(({ viewColumn }) => viewColumn)).size;
  const tabs = line.split("\t").length - 1;
  const end = line.length + tabs * (tabSize - 1) + columnsBetween + text.length;
  return end > columnsOfWindow / Math.max(1, groups);
}
