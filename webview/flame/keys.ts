/**
 * Prevents speedscope from saving (Ctrl+S), opening (Ctrl+O), pasting and accepting dropped files: only the extension's profiles are shown.
 * Call before its script runs, so that these listeners come first.
 */
export function blockForeignInput(isOurs: (event: DragEvent) => boolean): void {
  window.addEventListener("keydown", hideFromSpeedscope, { capture: true });
  window.addEventListener("paste", (event) => !isTextInput(event.target) && event.stopImmediatePropagation(), { capture: true });
  for (const type of ["dragover", "drop"] as const) {
    window.addEventListener(
      type,
      (event) => {
        if (isOurs(event)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }
}

/** Escape closes what is open, else it goes on to `otherwise`; in a field for text it is the field's. */
export function onEscape(close: () => boolean, otherwise: () => unknown): void {
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || (event.target instanceof HTMLInputElement && event.target.type === "search")) return;
      if (close()) event.stopImmediatePropagation();
      else otherwise();
    },
    { capture: true },
  );
}

/**
 * VS Code reads the key code, speedscope the lower-case letter: an event copy with a capital letter reaches only VS Code, so its shortcuts
 * still work.
 */
function hideFromSpeedscope(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || (event.key !== "s" && event.key !== "o")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { code, keyCode, ctrlKey, metaKey, shiftKey, altKey } = event;
  const copy = { key: event.key.toUpperCase(), code, keyCode, ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true };
  event.target?.dispatchEvent(new KeyboardEvent("keydown", copy));
}

function isTextInput(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
