import { element } from "../element.ts";

/** Says to screen readers which frame is selected: the canvas itself has no roles. */
export function createLiveRegion(): (message: string) => void {
  const region = element("div", { class: "heatline-live", role: "status" });
  // speedscope's root must stay the body's last element.
  document.body.prepend(region);
  return (message) => {
    region.textContent = message;
  };
}
