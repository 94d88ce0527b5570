import { element } from "../element.ts";
import type { Search } from "./speedscope-state.ts";
import type { Translate } from "../texts.ts";

/**
 * A field that is always in sight, in front of speedscope's own, which only a key opens. Speedscope highlights what is found and counts it;
 * Enter goes to the next one, Shift+Enter to the one before, Escape ends the search.
 */
export function createSearchField(t: Translate, search: () => Search | undefined) {
  const field = element("input", { type: "search", placeholder: t("Search"), "aria-label": t("Search functions"), spellcheck: "false" });
  field.classList.add("heatline-search");
  const apply = (): void => {
    search()?.query.set(field.value);
    search()?.isActive.set(field.value !== "");
  };
  field.addEventListener("input", apply);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") goOn(event.shiftKey);
    else if (event.key === "Escape") {
      field.value = "";
      apply();
    } else return;
    event.preventDefault();
  });
  window.addEventListener(
    "keydown",
    (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== "f") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      field.focus();
      field.select();
    },
    { capture: true },
  );
  return {
    element: field,
    /** Call when another profile is shown. */
    applyAgain: apply,
  };
}

/** Speedscope's own field, which our style hides, takes the keys. */
function goOn(isBackwards: boolean): void {
  const theirs = document.querySelector("body > :last-child input:not([type])");
  theirs?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", shiftKey: isBackwards, bubbles: true }));
}
