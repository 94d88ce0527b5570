import path from "node:path";
import * as vscode from "vscode";
import type { SourceTest, SourceTests } from "../../language-server/analysis/test-runners/source-tests.ts";
import type { NamedTest, TestRunner } from "../../language-server/analysis/test-runners/test-command.ts";
import { testsOfFile } from "../../language-server/protocol/tests.ts";
import type { App } from "../../language-server/starting/app-candidates.ts";
import { foldersUp } from "../../language-server/starting/package-facts.ts";
import { pickOne } from "../screen/picks.ts";
import type { ServerLink } from "../server-link.ts";
import { UserError } from "../user-error.ts";
import { fromTest, homeOf, likelyRunners, runnerNames } from "../../language-server/starting/test-app.ts";
import { readTestPackage, runnerProgram, type TestPackage } from "../../language-server/starting/test-packages.ts";
import * as v from "valibot";

/** What *Profile Test* is asked for. */
interface TestPlace {
  readonly uri: vscode.Uri;
  /** 0-based; undefined: the whole file. */
  readonly line: number | undefined;
}

const lensArgument = v.object({ uri: v.string(), line: v.number() });

/** A test of the test explorer, of any extension. */
const testItem = v.object({
  uri: v.optional(v.custom<vscode.Uri>((value) => value instanceof vscode.Uri)),
  range: v.optional(v.object({ start: v.object({ line: v.number() }) })),
});

/** Undefined if nothing was chosen. Throws a UserError for a test that has no file. */
export function chosenTest(argument: unknown): TestPlace | undefined {
  const ours = v.safeParse(lensArgument, argument);
  if (ours.success) return { uri: vscode.Uri.parse(ours.output.uri, true), line: ours.output.line };
  const item = v.safeParse(testItem, argument);
  if (!item.success) return undefined;
  const { uri, range } = item.output;
  if (uri?.scheme === "file" && /\.[cm]?[jt]sx?$/.test(uri.path)) return { uri, line: range?.start.line };
  throw new UserError(
    vscode.l10n.t("This test is not in a JavaScript or TypeScript file."),
    vscode.l10n.t("Choose a test in a file, or the file itself."),
  );
}

/** The innermost test on a line (1-based), the one that starts there before all others. */
export function testAt(tests: readonly SourceTest[], line: number): SourceTest | undefined {
  return tests.find((test) => test.line === line) ?? tests.findLast((test) => test.line <= line && line <= test.endLine);
}

const wholeFile: NamedTest = { titles: [], isGroup: true, isAmbiguous: false };
const picksKey = "heatline.testRunners";

/** What profiles the test that a menu, our lens or the cursor is at. A bundle of its own. Undefined when the user dismissed a question. */
export async function chosenApp(argument: unknown, server: ServerLink, memory: vscode.Memento): Promise<App | undefined> {
  const { uri, line } = chosenTest(argument) ?? atCursor();
  const found = await server.request(testsOfFile, { uri: uri.toString() });
  const test = line === undefined ? wholeFile : testAt(found.tests, line + 1);
  return await appOf(uri, found, test ?? noTest(uri), memory);
}

/** Undefined when the user dismissed the question which runner it is. */
async function appOf(uri: vscode.Uri, found: SourceTests, test: NamedTest | SourceTest, memory: vscode.Memento): Promise<App | undefined> {
  const file = uri.fsPath;
  const packages = await packagesAbove(uri);
  const runner = await runnerOf(likelyRunners(found.runner, packages), packages, memory, file);
  if (runner === undefined) return undefined;
  const home = homeOf(runner, packages) ?? { folder: path.dirname(file), dependencies: new Set(), scripts: [] };
  const program = runner === "node" ? undefined : await runnerProgram(runner, path.dirname(file));
  if (runner !== "node" && program === undefined) {
    throw new UserError(
      vscode.l10n.t("{0} is not installed for {1}.", runnerNames[runner], path.basename(file)),
      vscode.l10n.t("Install the packages of {0} and try again.", home.folder),
    );
  }
  return fromTest({ runner, file: file.replaceAll("\\", "/"), test, home, program });
}

/** Asks if several runners fit, once for each package. */
async function runnerOf(
  runners: readonly TestRunner[],
  packages: readonly TestPackage[],
  memory: vscode.Memento,
  file: string,
): Promise<TestRunner | undefined> {
  const [only, ...others] = runners;
  if (only === undefined) {
    throw new UserError(
      vscode.l10n.t("It is not known which test runner {0} is for.", path.basename(file)),
      vscode.l10n.t("Heatline profiles tests of node:test, Vitest, Jest and Mocha: import one, or name it in the package.json."),
    );
  }
  if (others.length === 0) return only;
  const key = `${packages[0]?.folder ?? ""}\n${runners.join(" ")}`;
  const picks = memory.get<Readonly<Record<string, TestRunner>>>(picksKey, {});
  const known = runners.find((runner) => runner === picks[key]);
  if (known !== undefined) return known;
  const items = runners.map((runner) => ({ label: runnerNames[runner], runner }));
  const placeHolder = vscode.l10n.t("Your choice is remembered for this package.");
  const picked = await pickOne(items, { title: vscode.l10n.t("Which test runner is {0} for?", path.basename(file)), placeHolder });
  if (picked !== undefined) await memory.update(picksKey, { ...picks, [key]: picked.runner });
  return picked?.runner;
}

/** Nearest first. */
async function packagesAbove(uri: vscode.Uri): Promise<readonly TestPackage[]> {
  const top = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? path.dirname(uri.fsPath);
  const packages = await Promise.all(foldersUp(path.dirname(uri.fsPath), top).map(readTestPackage));
  return packages.filter((each) => each !== undefined);
}

function atCursor(): { readonly uri: vscode.Uri; readonly line: number } {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme === "file") return { uri: editor.document.uri, line: editor.selection.active.line };
  throw new UserError(vscode.l10n.t("No test file is open."), vscode.l10n.t("Open one and put the cursor on a test."));
}

function noTest(uri: vscode.Uri): never {
  throw new UserError(
    vscode.l10n.t("There is no test on this line of {0}.", path.basename(uri.fsPath)),
    vscode.l10n.t("Put the cursor on a call of test, it or describe with a title."),
  );
}
