import { element } from "../element.ts";
import type { Answer, RequestProposal } from "./incoming.ts";
import type { Translate } from "../texts.ts";

/** Maximum number of statuses in a row; its tooltip has all. */
const mostStatuses = 2;

/** Requests to choose from: one click fills in the form. */
export function requestProposals(t: Translate, pick: (proposal: RequestProposal) => void) {
  const list = element("ul", { class: "proposals", "aria-label": t("Proposed requests") });
  const whole = element("div", {}, element("p", { class: "field-label" }, t("Proposed requests")), list);
  let shown: readonly RequestProposal[] = [];
  let next: readonly RequestProposal[] | undefined;
  const showNext = (): void => {
    if (next === undefined || list.matches(":hover, :focus-within")) return;
    shown = next;
    next = undefined;
    whole.hidden = shown.length === 0;
    list.replaceChildren(...shown.map((proposal) => element("li", {}, row(proposal, t, pick))));
  };
  list.addEventListener("pointerleave", showNext);
  // The focus has left only after this event.
  list.addEventListener("focusout", () => queueMicrotask(showNext));
  return {
    element: whole,
    /** Waits while the list is in use: no row moves away under the pointer or the focus. */
    show(proposals: readonly RequestProposal[]): void {
      next = proposals;
      showNext();
    },
    /** The first parameter, such as `:id`, left in a proposed path; undefined if none. */
    parameterIn: (path: string): string | undefined =>
      shown.some((each) => each.path === path && each.isWhole !== true) ? /:\w+/.exec(path)?.[0] : undefined,
  };
}

function row(proposal: RequestProposal, t: Translate, pick: (proposal: RequestProposal) => void): HTMLElement {
  const { method, path, from, answers } = proposal;
  const name = `${method} ${path}`;
  const counts = answers?.map(countText) ?? [];
  const place = from === "" && answers === undefined ? t("used before") : from;
  const title = [
    name,
    ...(counts.length === 0 ? [] : [t("Answered since the app's start: {0}", counts.join(", "))]),
    ...(from === "" ? [] : [from]),
  ];
  const button = element(
    "button",
    { type: "button", class: "proposal", title: title.join("\n") },
    element("span", { class: "proposed" }, [name, counts.slice(0, mostStatuses).join(", ")].filter((part) => part !== "").join(" · ")),
    ...(place === "" ? [] : [element("span", { class: "from" }, place)]),
  );
  button.addEventListener("click", () => pick(proposal));
  return button;
}

/** `12 × 200`; `400+ × 200` if there were more. */
function countText({ count, isAtLeast, status }: Answer): string {
  return `${count}${isAtLeast ? "+" : ""}\u00a0×\u00a0${status}`;
}
