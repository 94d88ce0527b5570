import { sourceTests, type SourceTests } from "../../analysis/tests/source-tests.ts";
import { readText } from "../../history/file-text.ts";
import { testsOfFile } from "../../protocol/tests.ts";
import { respond } from "../respond.ts";
import { pathOfUri } from "../to-lsp.ts";
import type { Workspace } from "../workspace.ts";

const longestText = 2_000_000;
const noTests: SourceTests = { runner: undefined, tests: [] };

/** Finds the tests of a file, to be profiled one by one. */
export function testsFeature(workspace: Workspace): Disposable {
  return respond(workspace, testsOfFile, async ({ uri }) => {
    const path = pathOfUri(uri);
    if (path === undefined) return noTests;
    const text = workspace.documents.get(uri)?.getText() ?? (await readText(path, longestText).catch(() => undefined)) ?? "";
    return text.length > longestText ? noTests : sourceTests(text, path);
  });
}
