import type { TimelineLayout } from "../incoming.ts";
import type { TimelineText } from "../text.ts";
import { sash } from "./sash.ts";

const initialHeight = 144;

/** In a page below this height a strip above something else starts closed. */
const lowPage = 440;

export interface LayoutParts {
  readonly place: "page" | "above";
  readonly body: HTMLElement;
  readonly text: Pick<TimelineText, "height">;
}

/** Whether the strip is open, and how high: as the user has left it, else by the room that there is. `keep` is given what the user chooses. */
export function stripLayout({ place, body, text }: LayoutParts, keep: (layout: TimelineLayout) => void) {
  const isAbove = place === "above";
  let layout: TimelineLayout = { isOpen: !isAbove || window.innerHeight >= lowPage, height: initialHeight };
  const lower = sash(
    text.height,
    (height) => arrange({ ...layout, height }),
    () => keep(layout),
  );

  function arrange(wanted: TimelineLayout): void {
    layout = wanted;
    if (isAbove) body.style.height = `${layout.height}px`;
    body.hidden = !layout.isOpen;
    lower.element.hidden = !isAbove || !layout.isOpen;
    lower.show(layout.height);
  }

  arrange(layout);
  return {
    sash: lower.element,
    get isOpen(): boolean {
      return layout.isOpen;
    },
    toggle(): void {
      arrange({ ...layout, isOpen: !layout.isOpen });
      keep(layout);
    },
    /** What was kept. */
    restore({ isOpen, height }: TimelineLayout): void {
      arrange({ isOpen: isOpen || !isAbove, height });
    },
  };
}
