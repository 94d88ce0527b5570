import { element } from "../element.ts";

/** Keys that are held down are read aloud when they rest, in milliseconds. */
const rest = 150;

/** Runs the newest of what it is given when nothing more has come for so many milliseconds. */
export function resting(milliseconds: number): (work: () => void) => void {
  let coming: ReturnType<typeof setTimeout> | undefined;
  return (work) => {
    clearTimeout(coming);
    coming = setTimeout(work, milliseconds);
  };
}

/** Says to screen readers what the drawing shows. */
export function announcer() {
  const live = element("div", { class: "live", role: "status" });
  const soon = resting(rest);
  return {
    element: live,
    say: (message: string): void => soon(() => (live.textContent = message)),
  };
}
