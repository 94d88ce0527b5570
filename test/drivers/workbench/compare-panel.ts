import type { Frame } from "playwright-core";
import type { Run } from "../../../language-server/history/run.ts";
import { costFigures, compareText } from "../../../webview/compare/text.ts";
import { translator } from "../../../webview/texts.ts";
import { loadFigures } from "../../../webview/load/load-figures.ts";
import { runPatienceMs } from "./heatline.ts";
import type { Workbench } from "./workbench.ts";

/** The panel's document, as soon as it shows a comparison. */
export async function comparePanel(workbench: Workbench): Promise<Frame> {
  const panel = await workbench.webview("Compare");
  await panel.getByRole("heading").waitFor({ timeout: runPatienceMs });
  return panel;
}

export interface PanelRow {
  readonly name: string;
  readonly place: string;
  /** `faster`, `slower`, `new`, `vanished`, `noise`. */
  readonly verdict: string;
}

/** The rows of the table in view, from top to bottom. */
export async function comparedRows(panel: Frame): Promise<readonly PanelRow[]> {
  const rows = panel.getByRole("grid").locator("visible=true").locator("tbody tr");
  await rows.first().waitFor();
  return rows.evaluateAll((found) =>
    found.map((row) => ({
      name: row.querySelector(".col-name")?.textContent ?? "",
      place: row.querySelector(".col-place")?.textContent ?? "",
      verdict: row.className,
    })),
  );
}

/** The panel heading expected for two runs by their load reports: `33.7 → 5,734 req/s, ×170`. */
export function titleOf([base, next]: readonly Run[]): string {
  const { units } = compareText(translator({}));
  const [before, after] = [base?.load?.requestsPerSecond ?? 0, next?.load?.requestsPerSecond ?? 0];
  const load = loadFigures("en", units);
  return `${load.perSecond(before)} → ${load.perSecond(after)} req/s, ${costFigures("en", units).ratio(before, after)}`;
}
