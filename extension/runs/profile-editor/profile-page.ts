import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { xmlText } from "../../../language-server/analysis/escaping/xml-text.ts";
import { clientCommands } from "../../../language-server/protocol/client-commands.ts";
import type { HotLine, RunSummary } from "../../../language-server/protocol/run-summary.ts";
import { count, percent } from "../run-text.ts";

/** The page of a profile's editor, a bundle of its own that is loaded with the first one. */

const mostLines = 15;

/** An HTML document without scripts; its links are commands. `summary` is undefined while the file is read, or if it cannot be. */
export function profilePage(uri: vscode.Uri, summary: RunSummary | undefined): string {
  const nonce = randomBytes(16).toString("base64");
  const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${xmlText(vscode.env.language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${xmlText(policy)}">
<title>${xmlText(name)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${xmlText(name)}</h1>
${summary === undefined ? `<p>${link("heatline.openProfile", uri.toString(), vscode.l10n.t("Read this profile"))}</p>` : content(uri, summary)}
</main>
</body>
</html>`;
}

function content(uri: vscode.Uri, summary: RunSummary): string {
  const { samples, busySamples, hotLines, problems } = summary;
  const { t } = vscode.l10n;
  return `<p>${xmlText(t("{0} samples, {1} of them busy.", count(samples), count(busySamples)))}
${xmlText(t("Each editor shows what its lines cost."))}</p>
<ul class="actions">
<li>${link("heatline.openFlameGraph", undefined, t("Flame Graph"))}</li>
<li>${link("heatline.showRunDetails", undefined, t("Details"))}</li>
<li>${link("heatline.openProfile", uri.toString(), t("Show this profile again"))}</li>
</ul>
<h2>${xmlText(t("Hottest lines of your own code"))}</h2>
${hotLines.length === 0 ? `<p>${xmlText(t("None of this profile's time was spent in files of the open folders."))}</p>` : table(hotLines)}
${problems.length === 0 ? "" : `<h2>${xmlText(t("Notes"))}</h2><ul>${problems.map(({ message }) => `<li>${xmlText(message)}</li>`).join("")}</ul>`}`;
}

function table(hotLines: readonly HotLine[]): string {
  const { t } = vscode.l10n;
  const share = (value: number): string => `<td>${xmlText(`${percent(value)} %`)}</td>`;
  const rows = hotLines.slice(0, mostLines).map(({ location, label, self, withLibraries, total }) => {
    const place = `<th scope="row">${link(clientCommands.goTo, location, label)}</th>`;
    return `<tr>${place}${share(withLibraries)}${share(self)}${share(total)}</tr>`;
  });
  const heads = [t("Line"), t("attributed"), t("self"), t("total")].map((head) => `<th scope="col">${xmlText(head)}</th>`);
  return `<table><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
}

function link(command: string, argument: unknown, label: string): string {
  const query = argument === undefined ? "" : `?${encodeURIComponent(JSON.stringify([argument]))}`;
  return `<a href="${xmlText(`command:${command}${query}`)}">${xmlText(label)}</a>`;
}

const style = `
main { max-width: 48em; margin: 0 auto; padding: 1.5em 2em; }
h1 { font-size: 1.5em; font-weight: 600; overflow-wrap: anywhere; }
h2 { font-size: 1.1em; font-weight: 600; margin-top: 2em; }
a { color: var(--vscode-textLink-foreground); text-decoration: none; }
a:hover { color: var(--vscode-textLink-activeForeground); text-decoration: underline; }
a:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5em 1.5em; padding: 0; list-style: none; }
table { border-collapse: collapse; min-width: 24em; }
th, td { padding: 0.35em 1.5em 0.35em 0; text-align: right; font-variant-numeric: tabular-nums; font-weight: normal; }
th:first-child { text-align: left; }
thead th { color: var(--vscode-descriptionForeground); }
tbody tr { border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); }
`;
