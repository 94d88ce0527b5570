import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import { type RunEntry, runs } from "../../language-server/protocol/run-list.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { ServerLink } from "../server-link.ts";
import { decimal, durationText } from "../runs/run-text.ts";
import { type PickItem, pickOne } from "../screen/picks.ts";

export interface RunPair {
  readonly newFolder: string;
  readonly baseFolder: string;
}

interface RunItem extends PickItem {
  readonly run: RunEntry | "rest";
}

/**
 * Asks for two runs: the one to look at (the shown run first), then the one to compare it with (its baseline first). A selected span is offered
 * before them, or taken where there are no two. Undefined when dismissed.
 */
export async function pickRuns(
  server: ServerLink,
  shown: RunSummary | undefined,
): Promise<RunPair | { readonly with: "rest" } | undefined> {
  const { runs: all } = await server.request(runs, {});
  const span: readonly RunItem[] =
    shown === undefined || shown.selection.spans === null
      ? []
      : [{ run: "rest", label: vscode.l10n.t("Compare This Span with the Rest of the Run"), detail: shown.selectionText }];
  if (all.length < 2) {
    if (span.length > 0) return { with: "rest" };
    throw new UserError(
      vscode.l10n.t("There is nothing to compare yet: you need two runs."),
      vscode.l10n.t("Profile the app again, for example after a change."),
    );
  }
  const next = await pick(
    firstOf(all, (run) => run.id === shown?.id),
    vscode.l10n.t("Compare: which run?"),
    vscode.l10n.t("The newer of the two runs"),
    (run) => (run.id === shown?.id ? vscode.l10n.t("shown") : ""),
    span,
  );
  if (next === "rest") return { with: next };
  if (next === undefined) return undefined;
  const others = all.filter((run) => run.folder !== next.folder);
  const base = await pick(
    firstOf(others, (run) => run.folder === next.baseline),
    vscode.l10n.t("Compare {0} with which run?", next.name),
    vscode.l10n.t("The earlier run to compare with"),
    (run) => (run.isBaseline ? vscode.l10n.t("baseline") : run.folder === next.baseline ? vscode.l10n.t("previous run") : ""),
  );
  return base === undefined || base === "rest" ? undefined : { newFolder: next.folder, baseFolder: base.folder };
}

async function pick(
  all: readonly RunEntry[],
  title: string,
  placeHolder: string,
  mark: (run: RunEntry) => string,
  before: readonly RunItem[] = [],
): Promise<RunItem["run"] | undefined> {
  const ofRuns = all.map((run) => ({
    run,
    label: run.name,
    description: [mark(run), whenText(run)].filter((part) => part !== "").join(" · "),
    detail: figuresText(run),
  }));
  const picked = await pickOne<RunItem>([...before, ...ofRuns], { title, placeHolder, matchOnDescription: true, matchOnDetail: true });
  return picked?.run;
}

function whenText({ startedAt }: RunEntry): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: "short", timeStyle: "medium" }).format(new Date(startedAt));
}

function figuresText(run: RunEntry): string {
  const { label, requestsPerSecond, p99Ms } = run.load ?? {};
  return [
    run.app,
    ...(label === undefined ? [] : [label]),
    ...(requestsPerSecond === undefined ? [] : [vscode.l10n.t("{0} req/s", decimal(requestsPerSecond))]),
    ...(p99Ms === undefined ? [] : [`p99 ${durationText(p99Ms)}`]),
    ...(run.gitCommit === "" ? [] : [run.gitCommit.slice(0, 9)]),
  ].join(" · ");
}

function firstOf(all: readonly RunEntry[], isFirst: (run: RunEntry) => boolean): readonly RunEntry[] {
  return [...all.filter(isFirst), ...all.filter((run) => !isFirst(run))];
}
