import { type Icon, icon } from "../icons.ts";

export interface ButtonOptions {
  readonly label: string;
  /** `icon`: the label becomes the accessible name only. `big`: a primary button for the main action. */
  readonly look: "primary" | "secondary" | "icon" | "big";
  readonly icon?: Icon;
  readonly onClick: () => void;
}

export function button(options: ButtonOptions): HTMLElement {
  const appearance = options.look === "big" ? "primary" : options.look;
  const made = document.createElement("vscode-button");
  made.setAttribute("appearance", appearance);
  made.className = `control-button ${options.look}`;
  const picture = options.icon && icon(options.icon);
  if (options.look === "icon" && picture) {
    made.setAttribute("aria-label", options.label);
    made.title = options.label;
    made.append(picture);
  } else {
    picture?.setAttribute("slot", "start");
    made.append(...(picture ? [picture] : []), options.label);
  }
  made.addEventListener("click", options.onClick);
  made.addEventListener("mousedown", keepFocus);
  return made;
}

/**
 * Keeps the focus on a mouse press: a field that loses focus may show a problem and move the pressed button away from under the pointer, so
 * that no click would follow.
 */
function keepFocus(event: Event): void {
  event.preventDefault();
}
