import type { Report } from "../markdown.ts";
import { xmlText } from "../../escaping/xml-text.ts";

export interface HtmlPage {
  /** The language of the texts. */
  readonly language: string;
  readonly report: Report;
  /** Markup between the facts and the tables. */
  readonly graph: string;
  /** What the graph runs and is styled with, as text: the page's policy allows nothing else. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** SHA-256 in base64. */
  readonly hash: (text: string) => string;
}

/** A page that needs no other file and no network: a report's facts, a graph, and its tables. */
export function htmlPage({ language, report, graph, scripts, styles, hash }: HtmlPage): string {
  const sources = (texts: readonly string[]): string => texts.map((text) => `'sha256-${hash(text)}'`).join(" ");
  const policy = [
    "default-src 'none'",
    // WebAssembly is speedscope's demangler: without it, names that start with _R or _Z would hang.
    `script-src ${sources(scripts)} 'wasm-unsafe-eval'`,
    `style-src ${sources([pageStyle, ...styles])}`,
    "font-src data:",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const { title, facts, tables } = report;
  return `<!DOCTYPE html>
<html lang="${xmlText(language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${xmlText(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${xmlText(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>${xmlText(title)}</h1>
<dl>${facts.map(([name, value]) => `<div><dt>${xmlText(name)}</dt><dd>${xmlText(value)}</dd></div>`).join("\n")}</dl>
${graph}
<div class="tables">
${tables.map(tableText).join("\n")}
</div>
</main>
</body>
</html>
`;
}

function tableText({ title, columns, figures, rows, none }: Report["tables"][number]): string {
  const cells = (row: readonly string[], tag: "td" | "th"): string =>
    `<tr>${row.map((cell) => `<${tag}>${xmlText(cell)}</${tag}>`).join("")}</tr>`;
  const texts = columns.flatMap((_, column) => (figures.includes(column) ? [] : [`text${column + 1}`])).join(" ");
  const grid = `<div class="wide" tabindex="0" role="region" aria-label="${xmlText(title)}"><table class="${texts}"><thead>${cells(columns, "th")}</thead><tbody>
${rows.map((row) => cells(row, "td")).join("\n")}
</tbody></table></div>`;
  return `<section><h2>${xmlText(title)}</h2>${rows.length === 0 ? `<p>${xmlText(none)}</p>` : grid}</section>`;
}

const pageStyle = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1a1a1a; --quiet: #595959; --line: #d5d5d5; }
@media (prefers-color-scheme: dark) { :root { --paper: #1e1e1e; --ink: #f2f2f2; --quiet: #b3b3b3; --line: #454545; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.45 system-ui, sans-serif; }
main { padding: 16px 20px; }
h1 { font-size: 20px; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 20px 0 6px; }
dl { display: flex; flex-wrap: wrap; gap: 6px 28px; margin: 0 0 14px; }
dt { color: var(--quiet); font-size: 12px; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; box-sizing: border-box; width: 100%; height: 64vh; min-height: 340px; border: 1px solid var(--line); }
.graph { margin: 0 -12px; }
.tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 0 32px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th { text-align: right; color: var(--quiet); font-weight: 600; }
td { text-align: right; border-top: 1px solid var(--line); font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { padding: 3px 8px; }
.text1 > * > tr > :first-child { white-space: normal; overflow-wrap: anywhere; min-width: 12em; }
${[1, 2, 3, 4, 5, 6, 7].map((column) => `.text${column} > * > tr > :nth-child(${column}) { text-align: left; }`).join("\n")}
`;
