/** From the roomiest: all words, words of the first button only, the first button on a line of its own above the icons. */
const layouts = ["", "icons", "icons first-alone"] as const;

/**
 * Keeps the buttons of a row whole at any width: where their words do not fit, all but the first keep only their icons, whose titles and
 * names say the same. One of the class `worded`, whose icon would not say what it does, keeps its words on another line.
 */
export function oneRow(row: HTMLElement): void {
  const fit = (): void => {
    for (const layout of layouts) {
      row.dataset["layout"] = layout;
      if (row.scrollWidth <= row.clientWidth) return;
    }
  };
  // Fonts and the toolkit's styles come some frames after the buttons, and a row may be filled before it is shown. Changed sizes are reported while
  // the page is laid out, which must not change them again: so in the next frame.
  const sizes = new ResizeObserver(() => requestAnimationFrame(fit));
  const observe = (): void => {
    fit();
    sizes.disconnect();
    for (const each of [row, ...row.children]) sizes.observe(each);
  };
  new MutationObserver(observe).observe(row, { childList: true, characterData: true, subtree: true });
}

/**
 * Runs what would replace a pressed button only after its release, or the press would be no click. Only the last of what waits is run.
 */
export function afterPresses(): (change: () => void) => void {
  let isPressed = false;
  let waiting: (() => void) | undefined;
  const release = (): void => {
    isPressed = false;
    // The click follows in the same task.
    setTimeout(() => {
      if (isPressed) return;
      const change = waiting;
      waiting = undefined;
      change?.();
    });
  };
  const press = ({ button }: PointerEvent): void => {
    if (button === 0) isPressed = true;
  };
  addEventListener("pointerdown", press, { capture: true });
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, release, { capture: true });
  return (change) => {
    if (isPressed || waiting !== undefined) waiting = change;
    else change();
  };
}
