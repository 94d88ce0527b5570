import * as vscode from "vscode";
import type { TestRunner } from "../../language-server/analysis/test-runners/test-command.ts";
import { testsOfFile } from "../../language-server/protocol/tests.ts";
import type { StartApp } from "../app/profile-current-app.ts";
import type { RegisterCommand } from "../commands.ts";
import { flameLens } from "../screen/lens.ts";
import type { ServerLink } from "../server-link.ts";

/** “Profile Test”: from the test gutter, the test explorer, our lens, or the command palette for the test at the cursor. */
export function registerProfileTest(
  register: RegisterCommand,
  server: ServerLink,
  start: StartApp,
  memory: vscode.Memento,
): vscode.Disposable {
  return register("heatline.profileTest", (argument) =>
    start(async () => (await import("./chosen-app.js")).chosenApp(argument, server, memory)),
  );
}

/** Extensions that show a runner's tests in the gutter, where *Profile Test* is in the menu. */
const testExtensions: Readonly<Record<TestRunner, readonly string[]>> = {
  node: ["connor4312.nodejs-testing"],
  vitest: ["vitest.explorer", "zixuanchen.vitest-explorer"],
  jest: ["orta.vscode-jest"],
  mocha: ["hbenl.vscode-mocha-test-adapter", "connor4312.esbuild-mocha-test"],
};

/** A lens above each test of a file; none in Restricted Mode, nor where an extension shows the tests of that runner. */
export async function testLenses(
  document: vscode.TextDocument,
  server: ServerLink,
  token: vscode.CancellationToken,
): Promise<readonly vscode.CodeLens[]> {
  if (!vscode.workspace.isTrusted) return [];
  const uri = document.uri.toString();
  const { runner, tests } = await server.request(testsOfFile, { uri }, token);
  if (hasOwnGutter(runner)) return [];
  return tests.map(({ line, isGroup }) => {
    const title = isGroup ? vscode.l10n.t("Profile Tests") : vscode.l10n.t("Profile Test");
    return flameLens(line, title, "heatline.profileTest", { uri, line: line - 1 });
  });
}

/** Where the runner is not known by the file's imports, it may be any with global functions. */
function hasOwnGutter(runner: TestRunner | undefined): boolean {
  const names = runner === undefined ? Object.values(testExtensions).flat() : testExtensions[runner];
  return names.some((name) => vscode.extensions.getExtension(name) !== undefined);
}
