import type { Report } from "../markdown.ts";
import { svgStyle } from "../svg/svg-looks.ts";
import { htmlPage, type HtmlPage } from "./html-page.ts";

/** `script` is the code in the graphs. */
type DifferencePage = Pick<HtmlPage, "language" | "hash"> & { readonly script: string };

/** A report of two runs with red and blue flame graphs, as SVG, in one page. */
export function exportDifferenceHtml(report: Report, graphs: readonly string[], { language, script, hash }: DifferencePage): string {
  const graph = graphs.map((svg) => `<div class="graph">${svg}</div>`).join("\n");
  return htmlPage({ language, report, graph, scripts: [script], styles: [svgStyle], hash });
}
