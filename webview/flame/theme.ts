import type { Atom } from "./speedscope-state.ts";

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
