import { element } from "../element.ts";

/** Keys that are held down are read aloud when they rest, in milliseconds. */
const rest = 150;

/** Says to screen readers what the drawing shows. */
export function announcer() {
  const live = element("div", { class: "live", role: "status" });
  let coming: ReturnType<typeof setTimeout> | undefined;
  return {
    element: live,
    say(this: void, message: string): void {
      clearTimeout(coming);
      coming = setTimeout(() => (live.textContent = message), rest);
    },
  };
}
