import * as v from "valibot";
import { element } from "../element.ts";
import type { Host } from "../host.ts";

/** Remembers whether the section *More* is open, across phases and sessions. */
export interface MoreMemory {
  readonly isOpen: boolean;
  keep(isOpen: boolean): void;
}

const kept = v.object({ moreIsOpen: v.boolean() });

export function moreMemory(host: Pick<Host<never>, "kept" | "keep">): MoreMemory {
  const found = v.safeParse(kept, host.kept());
  let isOpen = found.success && found.output.moreIsOpen;
  return {
    get isOpen() {
      return isOpen;
    },
    keep(now) {
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
