import { barStyle } from "./bar-style.ts";
import { attribute, type Texts, textsElement } from "../texts.ts";

/** `locale` is `vscode.env.language`. */
export interface FlamePage {
  readonly nonce: string;
  readonly cspSource: string;
  /** Contents of the built files. */
  readonly script: string;
  readonly speedscopeScript: string;
  readonly speedscopeStyle: string;
  /** The folder with speedscope's font, as the webview loads it (`webview.asWebviewUri`). */
  readonly speedscopeUri: string;
  readonly locale?: string;
  /** Translations of the page's texts: `vscode.l10n.bundle`. */
  readonly texts?: Texts | undefined;
}

/**
 * The flame panel's HTML. Order matters: our script runs first, to set the colour scheme and catch keys; then speedscope's, whose root is
 * the body's last element, hidden until it has a profile because its start page invites uploads. Scripts and styles are inline, since
 * loading each through VS Code's window is slow. `wasm-unsafe-eval` is for speedscope's demangler: without it, names that start with `_R`
 * or `_Z` hang.
 */
export function flamePage(page: FlamePage): string {
  const { nonce, cspSource } = page;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
    `connect-src ${cspSource} blob:`,
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${attribute(page.locale ?? "en")}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>Heatline</title>
${textsElement(page.texts ?? {})}
<style nonce="${nonce}">${page.speedscopeStyle.replaceAll('url("./', `url("${page.speedscopeUri}/`)}</style>
<style nonce="${nonce}" data-aphrodite></style>
<style nonce="${nonce}">${style}${barStyle}</style>
<script nonce="${nonce}" type="module">${inline(page.script)}</script>
<script nonce="${nonce}" type="module">${inline(page.speedscopeScript)}</script>
</head>
<body class="heatline-empty"><div id="root"></div></body>
</html>
`;
}

const style = `
html { background: var(--vscode-editor-background); }
body { padding: 0; overflow: hidden; }
body.heatline-empty > :last-child { visibility: hidden; }
/* In a narrow panel speedscope's buttons at the right (the ones with its Help link) would cover its tabs. */
@media (max-width: 700px) {
  body > :last-child > div > div:last-child:has(> div > a) { display: none; }
}
/* In a narrow panel speedscope's two columns of figures take the whole table, so they are made narrower and the names stay readable. */
@media (max-width: 900px) {
  td[class]:has(> div), th[class]:has(svg):not(:last-child) { width: 86px !important; min-width: 86px !important; padding-right: 6px !important; }
  div:has(> div > table + div) { min-width: 62%; }
}
.heatline-live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.heatline-notice {
  position: fixed; left: 12px; right: 12px; bottom: 12px; z-index: 10; box-sizing: border-box; max-width: 640px; margin: 0 auto; padding: 10px 12px;
  display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: flex-start; border-radius: 4px;
  font: var(--vscode-font-size, 13px)/1.45 var(--vscode-font-family, sans-serif);
  color: var(--vscode-editorWidget-foreground, var(--vscode-foreground)); background: var(--vscode-editorWidget-background);
  border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, transparent)); box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
}
.heatline-notice p { flex: 1 1 180px; line-height: inherit; user-select: text; }
.heatline-notice button {
  flex: none; padding: 2px 10px; font: inherit; cursor: pointer; border-radius: 2px; border: 1px solid var(--vscode-button-border, transparent);
  color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground);
}
.heatline-notice button:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
.heatline-notice.whole { top: 0; left: 0; right: 0; bottom: 0; max-width: none; border: 0; border-radius: 0; box-shadow: none; align-items: center; padding: 24px;
  background: var(--vscode-editor-background); }
.heatline-notice.whole p { max-width: 52ch; margin: 0 auto; text-align: center; }
`;

/** Escapes `</script`: it can only occur in a JavaScript string, where the character code means the same. */
function inline(script: string): string {
  return `${script.replaceAll(/<(?=\/script)/gi, "\\x3c")}\n`;
}
