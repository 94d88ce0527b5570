import * as v from "valibot";
import { element } from "../element.ts";
import type { Host } from "../host.ts";
import { loadPlanSchema } from "../../language-server/analysis/load/load-schema.ts";
import type { LoadPlan } from "../../language-server/analysis/load/load.ts";

export type MoreMemory = ReturnType<typeof moreMemory>;

const kept = v.object({ moreIsOpen: v.boolean() });

/** Remembers whether the section *More* is open, across phases and sessions. */
export function moreMemory(host: Pick<Host<never>, "kept" | "keep">) {
  const found = v.safeParse(kept, host.kept());
  let isOpen = found.success && found.output.moreIsOpen;
  return {
    get isOpen(): boolean {
      return isOpen;
    },
    keep(now: boolean): void {
      isOpen = now;
      host.keep({ moreIsOpen: now });
    },
  };
}

/** The collapsible section for less common settings of a load run. */
export function moreSection(title: string, parts: readonly HTMLElement[], memory: MoreMemory): HTMLElement {
  const section = element("details", { class: "part more" }, element("summary", {}, title), element("div", { class: "fields" }, ...parts));
  section.open = memory.isOpen;
  section.addEventListener("toggle", () => {
    if (section.open !== memory.isOpen) memory.keep(section.open);
  });
  return section;
}

/** Equal text for equal plans: sources order their keys differently. */
export function planText(plan: LoadPlan): string {
  return JSON.stringify(v.parse(loadPlanSchema, plan));
}
