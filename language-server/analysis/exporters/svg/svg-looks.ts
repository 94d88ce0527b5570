import type { Category } from "../../costs/costs.ts";
import type { Difference } from "../../compare/significance.ts";

/** How a box is filled: by its kind of code, or by how its cost changed. */
export type SvgLook = Category | Difference["verdict"] | "much-slower" | "much-faster";

/** Fills in light and in dark; dark text is readable on the former, light text on the latter. */
const fills: Readonly<Record<SvgLook, readonly [light: string, dark: string]>> = {
  own: ["#f28e5c", "#9c4a1f"],
  dependency: ["#f2c95c", "#75580f"],
  node: ["#8fc98f", "#2d6635"],
  native: ["#8fb8e8", "#2f5c92"],
  gc: ["#c3a9d9", "#694a86"],
  program: ["#cccccc", "#595959"],
  compile: ["#d9b9a0", "#73563d"],
  slower: ["#f8cbc6", "#74393a"],
  "much-slower": ["#ef8f86", "#a52f27"],
  new: ["#ef8f86", "#a52f27"],
  faster: ["#c6d8f8", "#36496f"],
  "much-faster": ["#86adf0", "#2857a8"],
  vanished: ["#86adf0", "#2857a8"],
  load: ["#dddddd", "#4a4a4a"],
  noise: ["#dddddd", "#4a4a4a"],
};

/** The style of the picture. Every rule is limited to `.heatline-flame`, as the picture may be part of a page. */
export const svgStyle = `
.heatline-flame { background: #fff; fill: #1a1a1a; color-scheme: light dark; }
.heatline-flame .quiet { fill: #595959; }
.heatline-flame .box > rect { stroke: #fff; stroke-width: 0.5; }
.heatline-flame .box:hover > rect, .heatline-flame .box:focus > rect { stroke: #1a1a1a; stroke-width: 3; }
.heatline-flame .box:focus { outline: none; }
.heatline-flame .above > rect { fill-opacity: 0.55; }
.heatline-flame .new > rect, .heatline-flame .vanished > rect { stroke: currentColor; stroke-dasharray: 3 2; stroke-width: 2; }
${rules(0)}
.heatline-flame .found > rect { fill: #e64ad6; }
@media (prefers-color-scheme: dark) {
.heatline-flame { background: #1e1e1e; fill: #f2f2f2; }
.heatline-flame .quiet { fill: #b3b3b3; }
.heatline-flame .box > rect { stroke: #1e1e1e; }
.heatline-flame .box:hover > rect, .heatline-flame .box:focus > rect { stroke: #f2f2f2; }
${rules(1)}
.heatline-flame .found > rect { fill: #a3169a; }
}
`;

function rules(mode: 0 | 1): string {
  return Object.entries(fills)
    .map(([look, pair]) => `.heatline-flame .${look} > rect { fill: ${pair[mode]}; }`)
    .join("\n");
}
