export interface KeyActions {
  /** By so many hundredths of the view. */
  moveCursor(steps: number): void;
  /** As `moveCursor`, and selects on the way. */
  selectWith(steps: number): void;
  cursorTo(end: "start" | "end"): void;
  /** By whole views. */
  pan(views: number): void;
  zoom(factor: number): void;
  showWhole(): void;
  step(to: "next" | "previous"): void;
  goToBlock(): void;
  selectBlock(): void;
}

/** What a key does in the plot; undefined: it is not the plot's. */
export function keyAction(event: KeyboardEvent, actions: KeyActions): (() => unknown) | undefined {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
  if (altKey || metaKey) return undefined;
  const many = ctrlKey ? 10 : 1;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const steps = key === "ArrowLeft" ? -many : many;
    return () => (shiftKey ? actions.selectWith(steps) : actions.moveCursor(steps));
  }
  if (ctrlKey) return undefined;
  switch (key) {
    case "Home":
      return () => actions.cursorTo("start");
    case "End":
      return () => actions.cursorTo("end");
    case "PageUp":
      return () => actions.pan(-0.8);
    case "PageDown":
      return () => actions.pan(0.8);
    case "+":
    case "=":
      return () => actions.zoom(1 / 2);
    case "-":
      return () => actions.zoom(2);
    case "0":
      return () => actions.showWhole();
    case "]":
      return () => actions.step("next");
    case "[":
      return () => actions.step("previous");
    case "Enter":
      return () => actions.goToBlock();
    case " ":
      return () => actions.selectBlock();
    default:
      return undefined;
  }
}
