import { element } from "../element.ts";
import type { Translate } from "../texts.ts";

/** A bar at the bottom of the panel that the user can close; a newer one replaces it. */
export function showNotice(message: string, t: Translate, action?: { readonly label: string; readonly run: () => void }): void {
  const notice = show(message, "heatline-notice", "status");
  const close = { label: t("Close"), run: () => notice.remove() };
  for (const { label, run } of action === undefined ? [close] : [action, close]) {
    const button = element("button", { type: "button" }, label);
    button.addEventListener("click", run);
    notice.append(button);
  }
}

/** Covers the whole panel. */
export function showInstead(message: string): void {
  show(message, "heatline-notice whole", "alert");
}

export function removeNotice(): void {
  document.querySelector(".heatline-notice")?.remove();
}

/** Inserts before speedscope's root, which must stay the body's last element. */
function show(message: string, className: string, role: string): HTMLElement {
  removeNotice();
  const notice = element("div", { class: className, role }, element("p", {}, message));
  document.body.prepend(notice);
  return notice;
}
