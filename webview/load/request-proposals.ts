import { element } from "../element.ts";
import type { RequestProposal } from "../messages.ts";
import type { LoadText } from "./text.ts";

/** Requests to choose from: one click fills in the form. */
export interface RequestProposals {
  readonly element: HTMLElement;
  show(proposals: readonly RequestProposal[]): void;
  /** The first parameter, such as `:id`, left in a proposed path; undefined if none. */
  parameterIn(path: string): string | undefined;
}

export function requestProposals(text: LoadText, pick: (proposal: RequestProposal) => void): RequestProposals {
  const list = element("ul", { class: "proposals", "aria-label": text.proposals });
  const whole = element("div", {}, element("p", { class: "field-label" }, text.proposals), list);
  let shown: readonly RequestProposal[] = [];
  return {
    element: whole,
    show(proposals) {
      shown = proposals;
      whole.hidden = proposals.length === 0;
      list.replaceChildren(...proposals.map((proposal) => element("li", {}, row(proposal, text, pick))));
    },
    parameterIn: (path) => (shown.some((proposal) => proposal.path === path) ? /:\w+/.exec(path)?.[0] : undefined),
  };
}

function row(proposal: RequestProposal, text: LoadText, pick: (proposal: RequestProposal) => void): HTMLElement {
  const { method, path, from } = proposal;
  const name = `${method} ${path}`;
  const button = element(
    "button",
    { type: "button", class: "proposal", title: from === "" ? name : `${name}\n${from}` },
    element("span", { class: "proposed" }, name),
    element("span", { class: "from" }, from === "" ? text.usedBefore : from),
  );
  button.addEventListener("click", () => pick(proposal));
  return button;
}
