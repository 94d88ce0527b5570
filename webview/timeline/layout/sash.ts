import { element } from "../../element.ts";

const [least, step] = [64, 16];

/** Of the page, which stays for what is below the strip and its bar, in pixels. */
export const roomBelow = 320;

/** The lower edge of a strip that stands above something else: dragged, or moved by the up and down keys. `resize` is called at each step, `end` after it. */
export function sash(label: string, resize: (height: number) => void, end: () => void) {
  const bar = element("div", { class: "sash", role: "separator", "aria-orientation": "horizontal", "aria-label": label, tabindex: "0" });
  let height = 0;
  let drag: { readonly y: number; readonly height: number } | undefined;

  const most = (): number => Math.max(window.innerHeight - roomBelow, least);
  const to = (wanted: number): void => resize(Math.round(Math.min(Math.max(wanted, least), most())));

  bar.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    drag = { y: event.clientY, height };
    bar.setPointerCapture(event.pointerId);
  });
  bar.addEventListener("pointermove", ({ clientY }) => drag && to(drag.height + clientY - drag.y));
  const stop = (): void => {
    if (drag !== undefined) end();
    drag = undefined;
  };
  bar.addEventListener("pointerup", stop);
  bar.addEventListener("pointercancel", stop);
  bar.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -step, ArrowDown: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    to(height + by);
    end();
  });
  return {
    element: bar,
    show(now: number): void {
      height = now;
      for (const [name, value] of [
        ["valuemin", least],
        ["valuemax", most()],
        ["valuenow", now],
      ] as const)
        bar.setAttribute(`aria-${name}`, String(value));
    },
  };
}
