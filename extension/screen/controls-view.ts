import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { controlsPage } from "../../webview/controls-page.ts";

/** Fills a view with the page of this name: call once its messages are listened to. */
export function fillControls(webview: vscode.Webview, extension: vscode.Uri, page: "load" | "compare" | "request" | "timeline"): void {
  const root = vscode.Uri.joinPath(extension, "out", "webview");
  const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [root] };
  webview.html = controlsPage({
    nonce: randomBytes(16).toString("hex"),
    cspSource: webview.cspSource,
    scriptUri: uri(`${page}.js`),
    styleUri: uri(`${page}.css`),
    locale: vscode.env.language,
    texts: vscode.l10n.bundle,
  });
}
