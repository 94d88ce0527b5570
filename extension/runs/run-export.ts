import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { type StackFilter, takesAway } from "../../language-server/analysis/filter/stack-filter.ts";
import { type ExportFormat, exportRun } from "../../language-server/protocol/run-export.ts";
import type { RunEntry } from "../../language-server/protocol/run-list.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import { nameOf, placeFiles } from "./exported-files.ts";
import { chosen } from "./run-actions.ts";
import type { RunsTree } from "./runs-tree.ts";
import type { ShownFilter } from "./shown-filter.ts";
import { inform } from "../screen/notifications.ts";
import { type PickItem, pickOne } from "../screen/picks.ts";
import { withNotifiedProgress } from "../screen/progress.ts";

interface FormatItem extends PickItem {
  readonly format: ExportFormat;
  readonly extension: string;
}

/** Exports a run to a file; asks for format and place. */
export function registerRunExport(register: RegisterCommand, tree: RunsTree, server: ServerLink, filters: ShownFilter): vscode.Disposable {
  return register("heatline.exportRun", async (argument) => {
    const node = await chosen(argument, tree, vscode.l10n.t("Export which run?"));
    if (node?.kind !== "run") return;
    const filter = filters.valueFor(node.run.id);
    const picked = await pickOne(formats(takesAway(filter)), {
      title: vscode.l10n.t("Export “{0}” as", node.run.name),
      matchOnDetail: true,
    });
    const target = picked === undefined ? undefined : await askForPlace(node.run, picked);
    if (picked === undefined || target === undefined) return;
    const { folder, name } = node.run;
    const files = await withNotifiedProgress(vscode.l10n.t("Exporting “{0}”…", name), (token) =>
      exported(server, { folder, format: picked.format, filter, target, token }),
    );
    await tell(files, picked.format !== "pprof");
  });
}

/** The server writes to a local folder, and VS Code copies from there, since only VS Code may reach the target. */
async function exported(
  server: ServerLink,
  {
    folder,
    format,
    filter,
    target,
    token,
  }: {
    readonly folder: string;
    readonly format: ExportFormat;
    readonly filter: StackFilter;
    readonly target: vscode.Uri;
    readonly token: vscode.CancellationToken;
  },
): Promise<readonly vscode.Uri[]> {
  const staging = await mkdtemp(path.join(os.tmpdir(), "heatline-export-"));
  try {
    const file = path.join(staging, path.posix.basename(target.path));
    const { files } = await server.request(exportRun, { folder, format, filter, file }, token);
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    return await placeFiles(files, target);
  } finally {
    // A worker that was cancelled may still be writing there.
    await rm(staging, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** `isFiltered`: the summary and the picture leave something out, as Hot Functions does. */
function formats(isFiltered: boolean): readonly FormatItem[] {
  const filtered = isFiltered ? { description: vscode.l10n.t("filtered as in Hot Functions") } : {};
  return [
    {
      format: "cpuprofile",
      extension: "cpuprofile",
      label: vscode.l10n.t("CPU profile (.cpuprofile)"),
      detail: vscode.l10n.t(
        "For Chrome DevTools, VS Code and speedscope. One file per thread; it has the lines that ran, but not the lines of callers.",
      ),
    },
    {
      format: "speedscope",
      extension: "speedscope.json",
      label: vscode.l10n.t("speedscope (.speedscope.json)"),
      detail: vscode.l10n.t("Every sample in order, with source maps applied."),
    },
    {
      format: "pprof",
      extension: "pb.gz",
      label: vscode.l10n.t("pprof (.pb.gz)"),
      detail: vscode.l10n.t("For go tool pprof, Pyroscope and similar tools: lines of all frames, with source maps applied."),
    },
    {
      format: "collapsed",
      extension: "collapsed.txt",
      label: vscode.l10n.t("Collapsed stacks (.txt)"),
      detail: vscode.l10n.t("For flamegraph.pl and similar tools: one line per stack with its number of samples."),
    },
    {
      ...filtered,
      format: "svg",
      extension: "svg",
      label: vscode.l10n.t("Flame graph (.svg)"),
      detail: vscode.l10n.t("Zoom and search in any browser; a plain picture in an issue or a slide."),
    },
    {
      ...filtered,
      format: "markdown",
      extension: "md",
      label: vscode.l10n.t("Summary (.md)"),
      detail: vscode.l10n.t("Load figures, hottest lines and functions on one page, to paste into an issue."),
    },
  ];
}

function askForPlace({ name }: RunEntry, { extension, label }: FormatItem): Thenable<vscode.Uri | undefined> {
  const file = `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").replaceAll(/^-+|-+$/g, "") || "run"}.${extension}`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t("Export Run"),
    saveLabel: vscode.l10n.t("Export"),
    filters: { [label]: [extension.split(".").at(-1) ?? extension] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, file) }),
  });
}

/** `isText`: whether an editor can show it. */
async function tell(files: readonly vscode.Uri[], isText: boolean): Promise<void> {
  const [target] = files;
  if (target === undefined) return;
  const first = nameOf(target);
  const open = vscode.l10n.t("Open");
  const text =
    files.length > 1
      ? vscode.l10n.t("Exported to {0} and {1} more files.", first, files.length - 1)
      : vscode.l10n.t("Exported to {0}.", first);
  const picked = await inform(text, ...(isText ? [open] : []));
  if (picked === open) await vscode.commands.executeCommand("vscode.open", target);
}
