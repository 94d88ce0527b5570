import * as v from "valibot";
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import { lineDetails, type RunDetails, runDetails } from "../../language-server/protocol/run-details.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import { placeAtCursor, type ShownRun } from "./shown-run.ts";
import { plainHover } from "../screen/tree-row.ts";

const scheme = "heatline-run";

/** A document with one fact per line; hovering a line explains its fact. */
interface DetailsPage {
  readonly text: string;
  /** Explanations by line, 0-based. */
  readonly about: ReadonlyMap<number, string>;
}

/**
 * Read-only documents beside the code: how the shown run was measured and how reliable its figures are, which follows the shown run, and what
 * happened inside V8 on a line.
 */
export function registerRunDetails(register: RegisterCommand, server: ServerLink, shownRun: ShownRun): vscode.Disposable {
  const ofRun = documentOf(vscode.l10n.t("Run Details"));
  const ofLine = documentOf(vscode.l10n.t("Line Details"));
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const pages = new Map<string, DetailsPage>();
  const provideTextDocumentContent = async (uri: vscode.Uri): Promise<string> => {
    if (uri.path === ofRun.path) {
      const details = (await shownRun.restored()) === undefined ? null : await server.request(runDetails, {});
      pages.set(uri.path, details === null ? noPage() : detailsPage(details));
    }
    return (pages.get(uri.path) ?? noPage()).text;
  };
  const show = async (uri: vscode.Uri): Promise<void> => {
    changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, { onDidChange: changed.event, provideTextDocumentContent }),
    vscode.languages.registerHoverProvider(
      { scheme },
      {
        provideHover: ({ uri }, { line }) => {
          const about = pages.get(uri.path)?.about.get(line);
          return about === undefined ? undefined : plainHover(about);
        },
      },
    ),
    shownRun.onDidChange(() => changed.fire(ofRun)),
    register("heatline.showRunDetails", async () => {
      await shownRun.mustBeShown();
      await show(ofRun);
    }),
    register("heatline.showLineDetails", async (argument) => {
      await shownRun.mustBeShown();
      const details = await server.request(lineDetails, lineOf(argument));
      if (details === null) {
        throw new UserError(
          vscode.l10n.t("{0} is not in the run that is shown.", vscode.l10n.t("This line")),
          vscode.l10n.t("It took too little time to be sampled, or the code is newer than the run."),
        );
      }
      pages.set(ofLine.path, detailsPage(details));
      await show(ofLine);
    }),
  );
}

function documentOf(name: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${name}.md` });
}

function noPage(): DetailsPage {
  return { text: `${vscode.l10n.t("No run is shown.")}\n`, about: new Map() };
}

/** The line of a hover's link, else that of the cursor. */
function lineOf(argument: unknown): v.InferOutput<typeof lineDetails.params> {
  return v.parse(lineDetails.params, argument ?? placeAtCursor());
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
