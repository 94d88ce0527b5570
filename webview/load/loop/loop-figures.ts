import { digits } from "../../../language-server/analysis/digits.ts";
import type { LiveLoop } from "../../../language-server/analysis/timeline/live-loop.ts";
import { element } from "../../element.ts";
import { loadFigures, units } from "../load-figures.ts";
import type { Context } from "../screen-context.ts";
import { sparkline } from "./sparkline.ts";

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
