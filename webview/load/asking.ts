import type { FirstResponse } from "../../language-server/analysis/load/first-response.ts";
import { button } from "../controls/button.ts";
import { element } from "../element.ts";
import type { LoadFormState } from "../messages.ts";
import { loadFigures } from "./load-figures.ts";
import type { Context, Screen } from "./screen-context.ts";
import type { LoadText } from "./text.ts";

/** Shows doubtful first responses and asks whether to start the load anyway. */
export function askingView(state: LoadFormState, { text, locale, post }: Context, head: HTMLElement): Screen {
  const format = loadFigures(locale, text.units);
  const back = button({ label: text.changeRequest, look: "primary", icon: "back", onClick: () => post({ type: "cancelLoad" }) });
  const start = button({ label: text.startAnyway, look: "secondary", icon: "play", onClick: () => post({ type: "proceedLoad" }) });
  const responses = state.firstResponses ?? [];
  return {
    element: element(
      "section",
      { class: "stack", "aria-label": text.firstResponses },
      head,
      element("h2", {}, text.firstResponses),
      ...responses.map((response) => responseView(response, text, format.latency(response.milliseconds))),
      element("p", { class: "help" }, text.sentOnce),
    ),
    bar: [back, start],
    primary: back,
    progress: () => {},
    dispose: () => {},
  };
}

function responseView({ doubt, request, status, reason, firstLine }: FirstResponse, text: LoadText, time: string): HTMLElement {
  const explanations: Readonly<Record<FirstResponse["doubt"], string>> = {
    failed: text.responseFailed,
    status: text.responseStatus,
    redirect: text.responseRedirect(firstLine),
    empty: text.responseEmpty,
  };
  const quote = doubt === "status" && firstLine !== "" ? [element("code", { class: "quote" }, firstLine)] : [];
  return element(
    "div",
    { class: "response" },
    element("strong", {}, request),
    element("p", { class: "answer" }, [`${status ?? ""} ${reason}`.trim(), time].filter((part) => part !== "").join(" · ")),
    ...quote,
    element("p", { class: "help" }, explanations[doubt]),
  );
}
