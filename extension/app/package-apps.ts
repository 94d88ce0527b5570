import path from "node:path";
import * as vscode from "vscode";
import { split } from "shlex";
import type { ProfiledApp, Sessions } from "../debug/session-events.ts";
import { startsText } from "../runs/run-text.ts";
import { flameLens } from "../screen/lens.ts";
import { askText, pickOne } from "../screen/picks.ts";
import { withNotifiedProgress } from "../screen/progress.ts";
import { UserError } from "../user-error.ts";
import { type App, fromBins, fromScript, type PackageFacts } from "../../language-server/starting/app-candidates.ts";
import type { AppPicker } from "./app-picker.ts";
import { binLine, namedScript, type NamedScript, scriptsLine } from "./package-scripts.ts";

/** What package.json files name, as apps to profile, or to record the start of. A bundle of its own. */

type Picker = Pick<AppPicker, "packagesAround" | "pick">;

/** Asks if the script is not given and there are several. Undefined when dismissed. */
export async function chosenScript(picker: Picker, argument: unknown): Promise<App | undefined> {
  return chosenOf(picker, namedScript(argument), vscode.l10n.t("Which script should be profiled?"));
}

/** A script, a command of the package, for which it asks the arguments, or the current app. Undefined when dismissed. */
export async function chosenStartup(picker: Picker, argument: unknown): Promise<App | undefined> {
  const named = namedScript(argument);
  const title = vscode.l10n.t("Whose start should be profiled?");
  const app = named === undefined ? await picker.pick(undefined) : await chosenOf(picker, named, title);
  if (app === undefined) return undefined;
  const isCommand = app.key.startsWith("bin:");
  const args = isCommand ? await askText({ title: app.name, prompt: vscode.l10n.t("Arguments"), value: "--help", problem: problemOf }) : "";
  if (args === undefined) return undefined;
  if (!isCommand) return { ...app, configuration: { ...app.configuration, startup: {} } };
  const name = `${app.name} ${shownArguments(args)}`.trim();
  return { ...app, name, configuration: { ...app.configuration, name, args: split(args), startup: {} } };
}

/** Lenses above the scripts and the commands of a package.json. */
export function packageLenses(document: vscode.TextDocument): readonly vscode.CodeLens[] {
  if (!vscode.workspace.isTrusted) return [];
  const text = document.getText();
  const named: NamedScript = { folder: path.dirname(document.uri.fsPath) };
  const [scripts, commands] = [scriptsLine(text), binLine(text)];
  const startup = vscode.l10n.t("Profile Start-Up");
  return [
    ...(scripts === undefined
      ? []
      : [
          flameLens(scripts + 1, vscode.l10n.t("Profile"), "heatline.profileScript", named),
          flameLens(scripts + 1, startup, "heatline.profileStartup", named),
        ]),
    ...(commands === undefined ? [] : [flameLens(commands + 1, startup, "heatline.profileStartup", { ...named, isCommand: true })]),
  ];
}

/** Reports how many starts there are until the session ends, which keeps them when it is cancelled. */
export async function showStarts(app: ProfiledApp, sessions: Pick<Sessions, "onDidReceive" | "onDidEnd">): Promise<void> {
  await withNotifiedProgress(vscode.l10n.t("Recording how {0} starts", app.name), async (token, say) => {
    say(vscode.l10n.t("Cancel keeps the starts so far"));
    const ended = new Promise<void>((resolve) => {
      const listening = vscode.Disposable.from(
        token.onCancellationRequested(() => void vscode.debug.stopDebugging(app.session)),
        sessions.onDidReceive(({ app: of, event }) => {
          if (of === app && event.name === "heatline.startEnded") say(startsText(event.body));
        }),
        sessions.onDidEnd((over) => {
          if (over !== app) return;
          listening.dispose();
          resolve();
        }),
      );
    });
    await ended;
  });
}

async function chosenOf(picker: Picker, named: NamedScript | undefined, title: string): Promise<App | undefined> {
  const packages = await picker.packagesAround(named?.folder);
  const apps = packages.flatMap((facts) => (named?.isCommand === true ? commandsOf(facts) : scriptsOf(facts, named?.script)));
  const [only, ...others] = apps;
  if (only === undefined) throw nothingNamed(named);
  if (others.length === 0) return only.app;
  const items = apps.map(({ label, app }) => ({ label, description: app.detail, detail: placeText(app, packages.length), app }));
  return (await pickOne(items, { title, matchOnDescription: true, matchOnDetail: true }))?.app;
}

function nothingNamed(named: NamedScript | undefined): UserError {
  const file = path.join(named?.folder ?? "", "package.json");
  if (named?.isCommand === true)
    return new UserError(
      vscode.l10n.t("None of the files that “bin” in {0} names is there.", file),
      vscode.l10n.t("Build the package and try again."),
    );
  return new UserError(
    named?.script === undefined
      ? vscode.l10n.t("No package.json here has scripts.")
      : vscode.l10n.t("{0} has no script “{1}”.", file, named.script),
    vscode.l10n.t("Add a script to the package.json, save it and try again."),
  );
}

interface Offered {
  readonly label: string;
  readonly app: App;
}

function scriptsOf(facts: PackageFacts, only: string | undefined): readonly Offered[] {
  return Object.entries(facts.scripts)
    .filter(([script]) => only === undefined || script === only)
    .map(([script, command]) => ({ label: script, app: fromScript(facts, script, command) }));
}

function commandsOf(facts: PackageFacts): readonly Offered[] {
  return fromBins(facts).map((app, index) => ({ label: facts.bins[index]?.name ?? app.name, app }));
}

function placeText(app: App, packages: number): string {
  return packages === 1 ? "" : vscode.workspace.asRelativePath(app.place, true);
}

/** VS Code keeps names in the open: one that may hold a value has none of them. */
function shownArguments(args: string): string {
  return args.trim() === "" || /^-{0,2}[a-z]+(?:-[a-z]+)*$/i.test(args.trim()) ? args.trim() : "…";
}

/** A quote that does not end. */
function problemOf(args: string): string | undefined {
  try {
    split(args);
    return undefined;
  } catch {
    return vscode.l10n.t("A quote is not closed.");
  }
}
