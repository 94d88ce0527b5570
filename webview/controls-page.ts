import { attribute, type Texts, textsElement } from "./texts.ts";

/**
 * URIs as the webview loads them (`webview.asWebviewUri`): the page's script and the style beside it. `locale` is `vscode.env.language`.
 */
export interface ControlsPage {
  readonly nonce: string;
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly locale?: string;
  /** Translations of the page's texts: `vscode.l10n.bundle`. */
  readonly texts?: Texts | undefined;
}

/**
 * The HTML of a page of controls (load form, compare panel). It loads only its own script, what that imports, which has its nonce, too, and its
 * style, and communicates by messages. The UI toolkit reads `csp-nonce` for the style element it creates, without which it would show focus
 * rings at every click.
 */
export function controlsPage(page: ControlsPage): string {
  const { nonce, cspSource } = page;
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${cspSource} 'nonce-${nonce}'; img-src ${cspSource} data:; font-src ${cspSource}`;
  return `<!DOCTYPE html>
<html lang="${attribute(page.locale ?? "en")}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta property="csp-nonce" content="${nonce}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>Heatline</title>
${textsElement(page.texts ?? {})}
<link rel="stylesheet" href="${attribute(page.styleUri)}">
<script nonce="${nonce}" type="module" src="${attribute(page.scriptUri)}"></script>
</head>
<body><main id="root"></main></body>
</html>
`;
}
