import { digits } from "../../../language-server/analysis/figures.ts";
import type { LiveLoop } from "../../../language-server/analysis/timeline/live-loop.ts";
import { element } from "../../element.ts";
import { loadFigures, units } from "../load-figures.ts";
import type { Context } from "../screen-context.ts";

const svg = "http://www.w3.org/2000/svg";

/** Readings on screen: half a minute at two per second. */
const capacity = 60;
const height = 14;

/** The last readings as a small line from zero; the figure beside it says the last one, so it is hidden from screen readers. `top`: what it reaches at least. */
function sparkline(top: number): { readonly element: SVGElement; add(value: number): void } {
  const values: number[] = [];
  const element = document.createElementNS(svg, "svg");
  const line = document.createElementNS(svg, "polyline");
  element.append(line);
  element.setAttribute("class", "sparkline");
  element.setAttribute("viewBox", `0 0 ${capacity - 1} ${height}`);
  element.setAttribute("preserveAspectRatio", "none");
  element.setAttribute("aria-hidden", "true");
  return {
    element,
    add(value) {
      values.push(value);
      if (values.length > capacity) values.shift();
      const most = Math.max(top, ...values);
      const y = (each: number): number => height - 1 - (each / most) * (height - 2);
      line.setAttribute("points", values.map((each, index) => `${index},${y(each).toFixed(1)}`).join(" "));
    },
  };
}

/** Below this a delay is none to look at. */
const leastTopMs = 10;

/** How the app's event loop does while something is recorded; nothing until it is known. Of several the busiest, which is named. */
export function loopFigures({ t, locale }: Pick<Context, "t" | "locale">): {
  readonly element: HTMLElement;
  readonly show: (loop: LiveLoop) => void;
} {
  const format = loadFigures(locale, units(t));
  const caption = element("p", { class: "caption" }, t("Event loop"));
  const busy = figure(t("Busy"), 1);
  const delay = figure(t("Delay p99"), leastTopMs);
  const heap = figure(t("Heap used"), 1);
  const list = element("dl", { class: "figures three" }, busy.element, delay.element, heap.element);
  const whole = element("div", { class: "found", role: "group", "aria-label": t("Event loop"), hidden: "" }, caption, list);
  return {
    element: whole,
    show({ thread, of, busy: share, delayP99Ms, heapUsed }) {
      const name = of === 1 ? t("Event loop") : t("Event loop of {0}, the busiest of {1}", thread, format.count(of));
      caption.textContent = name;
      whole.setAttribute("aria-label", name);
      busy.show(`${digits(100 * share, 0, locale)}\u00a0%`, share);
      delay.show(format.latency(delayP99Ms), delayP99Ms);
      heap.show(format.bytes(heapUsed), heapUsed);
      whole.hidden = false;
    },
  };
}

function figure(name: string, top: number) {
  const text = element("span");
  const line = sparkline(top);
  return {
    element: element("div", { class: "figure" }, element("dt", {}, name), element("dd", {}, text, line.element)),
    show(shown: string, value: number): void {
      text.textContent = shown;
      line.add(value);
    },
  };
}
