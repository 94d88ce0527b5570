import { element } from "../element.ts";
import { type Icon, icon } from "../icons.ts";

export interface ButtonOptions {
  readonly label: string;
  /** `icon`: the label becomes the accessible name only. `big`: a primary button for the main action. */
  readonly look: "primary" | "secondary" | "icon" | "big";
  readonly icon?: Icon;
  readonly onClick: () => void;
}

/** One line, whatever its width: what does not fit is cut off and in the title. */
export function button(options: ButtonOptions): HTMLElement {
  const appearance = options.look === "big" ? "primary" : options.look;
  const made = element("vscode-button", { appearance, class: `control-button ${options.look}` });
  const picture = options.icon && icon(options.icon);
  if (options.look === "icon" && picture) made.append(picture);
  else {
    picture?.setAttribute("slot", "start");
    made.append(...(picture ? [picture] : []), element("bdi", { class: "button-label" }));
  }
  relabel(made, options.label);
  made.addEventListener("click", options.onClick);
  // Keeps the focus: a field that loses it may show a problem and move the button away under the pointer, so that no click would follow.
  made.addEventListener("mousedown", (event) => event.preventDefault());
  return made;
}

/** Changes the words of a button, its name and its title. */
export function relabel(made: HTMLElement, label: string): void {
  made.querySelector(".button-label")?.replaceChildren(label);
  made.setAttribute("aria-label", label);
  made.title = label;
}
