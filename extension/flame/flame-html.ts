import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import { flamePage } from "../../webview/flame/page.ts";

/** The panel's page, a bundle of its own that is loaded with the first panel; `root` is the folder of the built files. */
export async function flameHtml(webview: vscode.Webview, root: vscode.Uri): Promise<string> {
  const text = (...parts: string[]): Promise<string> => readFile(vscode.Uri.joinPath(root, ...parts).fsPath, "utf8");
  const [script, speedscopeScript, speedscopeStyle] = await Promise.all([
    text("flame.js"),
    text("speedscope", "speedscope.js"),
    text("speedscope", "speedscope.css"),
  ]);
  return flamePage({
    nonce: randomBytes(16).toString("hex"),
    cspSource: webview.cspSource,
    script,
    speedscopeScript,
    speedscopeStyle,
    speedscopeUri: webview.asWebviewUri(vscode.Uri.joinPath(root, "speedscope")).toString(),
    locale: vscode.env.language,
    texts: vscode.l10n.bundle,
  });
}
