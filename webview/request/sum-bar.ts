import { element } from "../element.ts";
import type { ExplainedSide } from "./incoming.ts";
import type { RequestText } from "./text.ts";

/** The sum as a sentence, and as a bar to the scale of the longer of two requests. */
export function sumOf(side: ExplainedSide, longestMs: number, text: RequestText): HTMLElement {
  const bar = element("div", { class: "sum-bar", "aria-hidden": "true" });
  for (const { kind, ms, text: said } of side.parts) {
    const part = element("span", { class: `part kind-${kind}`, title: said === "" ? text.kinds[kind] : said });
    part.style.width = `${longestMs === 0 ? 0 : (100 * ms) / longestMs}%`;
    if (ms > 0) bar.append(part);
  }
  return element("section", { class: "sum" }, element("h2", {}, side.title, element("span", { class: "sum-text" }, side.sum)), bar);
}
