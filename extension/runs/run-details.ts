import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import { type RunDetails, runDetails } from "../../language-server/protocol/run-details.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import type { ShownRun } from "./shown-run.ts";
import { plainHover } from "../screen/tree-row.ts";

const scheme = "heatline-run";

/** A document with one fact per line; hovering a line explains its fact. */
interface DetailsPage {
  readonly text: string;
  /** Explanations by line, 0-based. */
  readonly about: ReadonlyMap<number, string>;
}

/** How the shown run was measured and how reliable its figures are: a read-only document beside the code that follows the shown run. */
export function registerRunDetails(register: RegisterCommand, server: ServerLink, shownRun: ShownRun): vscode.Disposable {
  const uri = vscode.Uri.from({ scheme, path: `/${vscode.l10n.t("Run Details")}.md` });
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let page: DetailsPage = { text: "", about: new Map() };
  const provideTextDocumentContent = async (): Promise<string> => {
    const details = (await shownRun.restored()) === undefined ? null : await server.request(runDetails, {});
    page = details === null ? { text: `${vscode.l10n.t("No run is shown.")}\n`, about: new Map() } : detailsPage(details);
    return page.text;
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, { onDidChange: changed.event, provideTextDocumentContent }),
    vscode.languages.registerHoverProvider(
      { scheme },
      {
        provideHover: (_document, { line }) => {
          const about = page.about.get(line);
          return about === undefined ? undefined : plainHover(about);
        },
      },
    ),
    shownRun.onDidChange(() => changed.fire(uri)),
    register("heatline.showRunDetails", async () => {
      if ((await shownRun.restored()) === undefined) {
        throw new UserError(vscode.l10n.t("No run is shown."), vscode.l10n.t("Profile an app first, or use “Heatline: Show Last Run”."));
      }
      changed.fire(uri);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: true });
    }),
  );
}

/** Markdown that is also readable as plain text. */
export function detailsPage({ title, groups }: RunDetails): DetailsPage {
  const lines = [`# ${title}`, "", vscode.l10n.t("Hover over a line to see what it means.")];
  const about = new Map<number, string>();
  for (const group of groups) {
    lines.push("", `## ${group.title}`, "");
    for (const detail of group.details) {
      about.set(lines.length, detail.about);
      lines.push(`- ${oneLine(detail.label)}: ${oneLine(detail.value)}`);
    }
  }
  return { text: `${lines.join("\n")}\n`, about };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
