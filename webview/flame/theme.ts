import type { Atom } from "./speedscope-state.ts";
import type { FlameProfile } from "../../language-server/analysis/flame/flame-reduction.ts";

const ourDrops = new WeakSet<Event>();

/** Drops a profile on speedscope's root: it accepts files only by drag and drop. It loads asynchronously. */
export function dropProfile(root: Element, profile: FlameProfile): void {
  const transfer = new DataTransfer();
  transfer.items.add(new File([JSON.stringify(profile)], "profile.speedscope.json", { type: "application/json" }));
  const event = new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true });
  ourDrops.add(event);
  (root.isConnected ? root : (document.body.lastElementChild ?? root)).dispatchEvent(event);
}

export function isOurDrop(event: DragEvent): boolean {
  return ourDrops.has(event);
}

/** speedscope's colour schemes; its third, 0, follows the system and not VS Code. */
const dark = 1;
const light = 2;

/** Call before speedscope's script: it reads its scheme once, at start. */
export function chooseInitialTheme(): void {
  localStorage.setItem("speedscope-color-scheme", isDark() ? "DARK" : "LIGHT");
}

/** speedscope knows only light and dark; each high-contrast theme gets the closer one. */
export function followTheme(scheme: Atom<number>, changed: () => void): void {
  const apply = (): void => {
    scheme.set(isDark() ? dark : light);
    changed();
  };
  new MutationObserver(apply).observe(document.body, { attributes: true, attributeFilter: ["data-vscode-theme-kind"] });
  apply();
}

export function isDark(): boolean {
  const kind = document.body.dataset["vscodeThemeKind"];
  return kind !== "vscode-light" && kind !== "vscode-high-contrast-light";
}
