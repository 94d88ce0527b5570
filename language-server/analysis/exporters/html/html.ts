import type { FlameProfile } from "../../flame/flame-reduction.ts";
import type { Report } from "../markdown.ts";
import { attributeCode, scriptCode, scriptJson, xmlText } from "../../escaping/xml-text.ts";
import { htmlPage, type HtmlPage } from "./html-page.ts";

/** Contents of built files. */
export interface HtmlParts {
  /** Built from webview/html: gives speedscope the profile. */
  readonly script: string;
  /** speedscope, unmodified. */
  readonly speedscopeScript: string;
  readonly speedscopeStyle: string;
  /** speedscope's font, by the name in its style, in base64. */
  readonly fonts: Readonly<Record<string, string>>;
}

export interface HtmlTexts {
  readonly language: string;
  /** The name of the graph to screen readers. */
  readonly flameGraph: string;
  /** Shown in place of a graph that the browser cannot draw. */
  readonly noWebgl: string;
}

/**
 * A report with speedscope and a profile in one page, for a browser without a network. speedscope fills its window, so it runs in a frame,
 * where the page's content security policy applies too.
 */
export function exportHtml(report: Report, flame: FlameProfile, parts: HtmlParts, texts: HtmlTexts, hash: HtmlPage["hash"]): string {
  const style = Object.entries(parts.fonts).reduce(
    (css, [name, data]) => css.replaceAll(`./${name}`, `data:font/woff2;base64,${data}`),
    parts.speedscopeStyle,
  );
  const scripts = [scriptCode(parts.script), scriptCode(parts.speedscopeScript)];
  const frame = `<!DOCTYPE html>
<html lang="en"><head><meta charset="UTF-8"><title>speedscope</title><style>${style}</style><style>${frameStyle}</style><style data-aphrodite></style>
${scripts.map((script) => `<script type="module">${script}</script>`).join("\n")}
</head><body><div></div></body></html>`;
  const graph = `<script type="application/json" id="profile" data-no-webgl="${xmlText(texts.noWebgl)}">${scriptJson(flame)}</script>
<iframe title="${xmlText(texts.flameGraph)}" srcdoc="${attributeCode(frame)}"></iframe>`;
  return htmlPage({ language: texts.language, report, graph, scripts, styles: [style, frameStyle, ""], hash });
}

const frameStyle = "body { padding: 0; overflow: hidden; }";
