import { expect } from "vitest";
import { comparePanel } from "../drivers/workbench/compare-panel.ts";
import { Heatline } from "../drivers/workbench/heatline.ts";
import type { Workbench } from "../drivers/workbench/workbench.ts";

export async function openAndCloseFlameGraph(workbench: Workbench): Promise<void> {
  await workbench.runCommand("Heatline: Open Flame Graph");
  await new Heatline(workbench).flamePanel();
  await closePanel(workbench, "Flame Graph");
}

/** Draws the comparison that was asked for, and closes it. */
export async function drawAndCloseComparison(workbench: Workbench): Promise<void> {
  const panel = await comparePanel(workbench);
  await panel.getByRole("tab", { name: "Flame graph" }).click();
  await panel.getByRole("treeitem").first().waitFor();
  await closePanel(workbench, "Compare");
}

async function closePanel(workbench: Workbench, title: string): Promise<void> {
  // With the mouse: a page that takes the focus as it opens would close the palette.
  await workbench.page
    .getByRole("tab", { name: new RegExp(`^${title}`) })
    .first()
    .click({ button: "middle" });
  await expect.poll(async () => (await workbench.webviewTitles()).some((each) => each.startsWith(title))).toBe(false);
}
