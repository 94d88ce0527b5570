import type { FlameFrame } from "../../language-server/analysis/flame/flame-reduction.ts";
import type { ClickReader } from "./clicks.ts";
import { withoutMark } from "./kind-colours.ts";

export interface Place {
  readonly file: string;
  /** 1-based; 0 if unknown. */
  readonly line: number;
}

/**
 * Fallback for a broken bridge: reads the frame from what speedscope displays. A flame graph's tooltip ends in `file:line`; a row of the
 * sandwich's table has the file as title of its last cell, and the line comes from the profile's frame of that name.
 */
export function tooltipReader(frames: () => readonly FlameFrame[]): ClickReader<Place> {
  let pressed: Place | undefined;
  return {
    press() {
      pressed = shownTooltip();
    },
    before() {
      pressed ??= shownTooltip();
    },
    after(event) {
      const place = pressed;
      pressed = undefined;
      return place ?? rowPlace(event.target, frames());
    },
  };
}

/** The tooltip is the only box that speedscope positions by left and top and that lets the pointer through. */
function shownTooltip(): Place | undefined {
  for (const row of document.querySelectorAll<HTMLElement>("div[style*='left'][style*='top'] > div > div:last-child")) {
    const match = /^(.+):(\d+)$/s.exec(row.textContent.trim());
    if (match?.[1] !== undefined) return { file: withoutMark(match[1]), line: Number(match[2]) };
  }
  return undefined;
}

function rowPlace(target: EventTarget | null, frames: readonly FlameFrame[]): Place | undefined {
  const cell = target instanceof Element ? target.closest("tr")?.lastElementChild : undefined;
  if (!(cell instanceof HTMLTableCellElement) || cell.title === "") return undefined;
  const name = withoutMark(cell.textContent);
  const file = withoutMark(cell.title);
  return { file, line: frames.find((each) => each.file === file && each.name === name)?.line ?? 0 };
}
