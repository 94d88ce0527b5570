import { checkbox, radioField } from "../controls/choices.ts";
import { registerControls } from "../controls/register.ts";
import { progressRing, tabs } from "../controls/tabs.ts";
import { textField } from "../controls/text-fields.ts";
import { element } from "../element.ts";
import { connect } from "../host.ts";
import "../base.css";
import "./compare.css";
import "./tables.css";
import "./flame.css";
import { type Choice, choiceFrom } from "./choice.ts";
import { costFigures, compareText, ofSpan } from "./text.ts";
import { differenceFlame } from "./flame.ts";
import { headline } from "./headline.ts";
import { toCompare, type ComparisonView, type ToCompare } from "./incoming.ts";
import type { FromCompare } from "./outgoing.ts";
import { type CompareTable, compareTable } from "./table.ts";
import { pageTexts } from "../texts.ts";

registerControls();
const locale = document.documentElement.lang;
const text = compareText(pageTexts());
const textOfSpan = ofSpan(text);
const figures = costFigures(locale, text.units);

const host = connect<ToCompare, FromCompare>(toCompare, receive);
let choice = choiceFrom(host.kept());

const status = element("div", { class: "status" });
const head = element("div", {});
const functionsPlace = element("div", {});
const linesPlace = element("div", {});
const flamePlace = element("div", {});

let key: string | undefined;
let tables: readonly CompareTable[] = [];
let flameKey: string | undefined;

const per = radioField(
  text.per,
  [
    { value: "request", text: text.perUnit.request },
    { value: "second", text: text.perUnit.second },
  ],
  "request",
  (value) => {
    if (key !== undefined) host.post({ type: "normalise", key, per: value === "second" ? "second" : "request" });
  },
);
const filter = textField({ label: text.filter, value: choice.filter, placeholder: text.filterHint, onInput: () => narrow() });
const hideNoise = checkbox(text.hideNoise, choice.hideNoise, () => narrow());
const inCode = checkbox(text.inCode, true, (changes) => host.post({ type: "showInCode", changes }));
const body = element(
  "div",
  { class: "body", hidden: "" },
  head,
  element("div", { class: "toolbar" }, per.element, filter.element, hideNoise.element, inCode.element),
  tabs(
    text.columns.change,
    [
      { id: "functions", label: text.functions, content: functionsPlace },
      { id: "lines", label: text.lines, content: linesPlace },
      { id: "flame", label: text.flame, content: flamePlace },
    ],
    choice.tab,
    (id) => {
      choose({ tab: id === "flame" || id === "lines" ? id : "functions" });
      wantFlame();
    },
  ),
);
const root = document.querySelector("main") ?? document.body;
root.append(status, body);
showWaiting();
host.post({ type: "ready" });

function receive(message: ToCompare): void {
  switch (message.type) {
    case "waiting":
      return showWaiting();
    case "comparison":
      return show(message.key, message.comparison);
    case "differenceFlame":
      if (message.key !== key) return;
      return flamePlace.replaceChildren(
        differenceFlame({
          text,
          figures,
          flame: message.flame,
          open: (node, to) => host.post({ type: "goToNode", key: message.key, node, to }),
        }),
      );
    case "failed":
      body.hidden = true;
      return status.replaceChildren(
        element("div", { class: "error", role: "alert" }, element("strong", {}, message.message), element("span", {}, message.remedy)),
      );
    case "codeShows":
      inCode.checked = message.changes;
  }
}

function showWaiting(): void {
  const line = element("div", { class: "waiting", role: "status" }, progressRing(text.waiting), element("p", {}, text.waiting));
  status.replaceChildren(line);
}

function show(newKey: string, comparison: ComparisonView): void {
  key = newKey;
  status.replaceChildren();
  body.hidden = false;
  const said = comparison.isOfSpan ? textOfSpan : text;
  head.replaceChildren(
    headline(said, locale, comparison, {
      repeat: () => host.post({ type: "repeat", key: newKey }),
      compareSpan: () => host.post({ type: "compareSpan", key: newKey }),
    }),
  );
  per.element.hidden = comparison.per === "run" || comparison.per === "start";
  per.value = comparison.per;
  per.setDisabled(comparison.canBePerRequest ? undefined : text.noRequests);
  const made = (title: string, list: "functions" | "lines"): CompareTable =>
    compareTable({
      text: said,
      figures,
      title,
      rows: comparison[list],
      open: (row) => host.post({ type: "goToRow", key: newKey, list, row }),
      order: choice.orders[list],
      onOrder: (order) => choose({ orders: { ...choice.orders, [list]: order } }),
    });
  const [functions, lines] = [made(text.functions, "functions"), made(text.lines, "lines")];
  tables = [functions, lines];
  functionsPlace.replaceChildren(functions.element);
  linesPlace.replaceChildren(lines.element);
  narrow();
  wantFlame();
}

function narrow(): void {
  choose({ filter: filter.value, hideNoise: hideNoise.checked });
  for (const table of tables) table.narrow(filter.value, hideNoise.checked);
}

/** Requests the flame graph when its tab is first opened: it is the largest part. */
function wantFlame(): void {
  if (choice.tab !== "flame" || key === undefined || flameKey === key) return;
  flameKey = key;
  flamePlace.replaceChildren(element("div", { class: "waiting", role: "status" }, progressRing(text.waiting)));
  host.post({ type: "flameWanted", key });
}

function choose(changes: Partial<Choice>): void {
  choice = { ...choice, ...changes };
  host.keep(choice);
}
