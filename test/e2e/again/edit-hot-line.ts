import { expect } from "vitest";
import { comparePanel } from "../../drivers/workbench/compare-panel.ts";
import { runPatienceMs } from "../../drivers/workbench/heatline.ts";
import type { Workbench } from "../../drivers/workbench/workbench.ts";
import { hotLine } from "../fixture-apps.ts";

/** Replaces a line of the open file, and saves. */
export async function editLine(workbench: Workbench, line: number, text: string): Promise<void> {
  await workbench.press("Control+1");
  await workbench.goToLine(line);
  await workbench.press("Home", "Shift+End");
  await workbench.type(text);
  await workbench.press("Control+s");
  await workbench.page.locator(".tab.active:not(.dirty)").first().waitFor();
}

/** Replaces the hot line of a service by cheap code, and saves. */
export async function fixHotLine(workbench: Workbench): Promise<void> {
  await editLine(workbench, hotLine, "for (let i = 0; i < rounds; i++) sum += i;");
}

/** The comparison on screen: its headline, and the time of the run before. */
export async function compared(workbench: Workbench): Promise<{ readonly headline: string; readonly before: string }> {
  const panel = await comparePanel(workbench);
  const heading = panel.getByRole("heading").first();
  await heading.waitFor({ timeout: runPatienceMs });
  const before = panel.getByRole("columnheader", { name: "Before" }).first();
  return { headline: await heading.innerText(), before: await before.innerText() };
}

/** By how much less busy time a request takes, as the comparison on screen says: that does not depend on who else has the processor. */
export async function gainOf(workbench: Workbench): Promise<number> {
  const panel = await comparePanel(workbench);
  expect(await panel.getByRole("heading").first().innerText()).toMatch(/^[\d,.]+ → [\d,.]+ req\/s/);
  const busy = await panel.getByRole("row", { name: /^Busy time per request/ }).innerText();
  const [, sign, factor = "0"] = /([×÷])([\d,.]+)/.exec(busy) ?? [];
  const ratio = Number(factor.replaceAll(",", ""));
  return sign === "÷" ? ratio : 1 / ratio;
}
