import * as v from "valibot";
import * as vscode from "vscode";
import type { SourceTest } from "../../language-server/analysis/tests/source-tests.ts";
import { UserError } from "../user-error.ts";

/** What *Profile Test* is asked for. */
export interface TestPlace {
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
