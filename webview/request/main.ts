import { button } from "../controls/button.ts";
import { registerControls } from "../controls/register.ts";
import { progressRing } from "../controls/tabs.ts";
import { element } from "../element.ts";
import { connect } from "../host.ts";
import { pageTexts } from "../texts.ts";
import "../base.css";
import "./request.css";
import "./rows.css";
import { differencesTable } from "./differences.ts";
import { type ExplainedView, type ToRequestPage, toRequestPage, type ExplainedSide } from "./incoming.ts";
import type { FromRequestPage } from "./outgoing.ts";
import { requestText, type RequestText } from "./text.ts";
import { timeText, waterfall } from "./waterfall.ts";

registerControls();
const translate = pageTexts();
const text = requestText(translate);
const time = timeText(document.documentElement.lang, translate);
const host = connect<ToRequestPage, FromRequestPage>(toRequestPage, receive);
const root = document.querySelector("main") ?? document.body;
showWaiting();
host.post({ type: "ready" });

function receive(message: ToRequestPage): void {
  switch (message.type) {
    case "waiting":
      return showWaiting();
    case "explained":
      return show(message.key, message.explained);
    case "missing":
      return showMissing(message);
  }
}

function showWaiting(): void {
  root.replaceChildren(element("div", { class: "waiting", role: "status" }, progressRing(text.waiting), element("p", {}, text.waiting)));
}

function showMissing({ message, remedy, canExplain }: Extract<ToRequestPage, { type: "missing" }>): void {
  const explain = canExplain ? [button({ label: text.explain, look: "primary", onClick: () => host.post({ type: "explain" }) })] : [];
  root.replaceChildren(
    element("div", { class: "missing", role: "status" }, element("strong", {}, message), element("p", {}, remedy), ...explain),
  );
}

function show(key: string, explained: ExplainedView): void {
  const { one, usual } = explained;
  const open = (place: number): void => host.post({ type: "goTo", key, place });
  const longest = Math.max(one.ms, usual?.ms ?? 0);
  const sides = [one, ...(usual === null ? [] : [usual])];
  // Which button has the focus stays so, for those who go from request to request.
  const focused = root.querySelector<HTMLElement>(".steps :focus")?.dataset["step"];
  root.replaceChildren(
    heading(key, explained),
    ...explained.notes.map((note) => element("p", { class: "note" }, note)),
    element("div", { class: "sums" }, ...sides.map((side) => sumOf(side, longest, text))),
    differencesTable({ explained, text, time, open }),
    ...(explained.isMean ? [] : [element("div", { class: "waterfalls" }, ...sides.map((side) => waterfall({ side, text, time, open })))]),
  );
  if (focused !== undefined) root.querySelector<HTMLElement>(`.steps [data-step="${focused}"]`)?.focus();
}

function heading(key: string, { title, facts, isMean, hasPrevious, hasNext }: ExplainedView): HTMLElement {
  const step = (label: string, which: Extract<FromRequestPage, { type: "show" }>["which"]): HTMLElement => {
    const made = button({ label, look: "secondary", onClick: () => host.post({ type: "show", key, which }) });
    made.dataset["step"] = which;
    return made;
  };
  const steps = isMean
    ? [step(text.first, "first")]
    : [
        ...(hasPrevious ? [step(text.previous, "previous")] : []),
        ...(hasNext ? [step(text.next, "next")] : []),
        step(text.slowest, "slowest"),
      ];
  return element(
    "header",
    {},
    element("h1", {}, title),
    element("p", { class: "facts" }, element("span", { class: "badge", title: text.rewrittenHelp }, text.rewritten), facts.join(" · ")),
    element(
      "div",
      { class: "steps" },
      ...steps,
      button({ label: text.copy, look: "secondary", onClick: () => host.post({ type: "copy", key }) }),
    ),
  );
}

/** The sum as a sentence, and as a bar to the scale of the longer of two requests. */
function sumOf(side: ExplainedSide, longestMs: number, text: RequestText): HTMLElement {
  const bar = element("div", { class: "sum-bar", "aria-hidden": "true" });
  for (const { kind, ms, text: said } of side.parts) {
    const part = element("span", { class: `part kind-${kind}`, title: said === "" ? text.kinds[kind] : said });
    part.style.width = `${longestMs === 0 ? 0 : (100 * ms) / longestMs}%`;
    if (ms > 0) bar.append(part);
  }
  return element("section", { class: "sum" }, element("h2", {}, side.title, element("span", { class: "sum-text" }, side.sum)), bar);
}
