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
