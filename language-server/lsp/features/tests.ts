import { readFile } from "node:fs/promises";
import { sourceTests, type SourceTests } from "../../analysis/tests/source-tests.ts";
import { testsOfFile } from "../../protocol/tests.ts";
import { respond } from "../respond.ts";
import { pathOfUri } from "../to-lsp.ts";
import type { Workspace } from "../workspace.ts";

const longestText = 2_000_000;
const noTests: SourceTests = { runner: undefined, tests: [] };

/** Finds the tests of a file, to be profiled one by one. */
export function testsFeature(workspace: Workspace): Disposable {
  return respond(
    workspace.connection,
    () => workspace.texts,
    testsOfFile,
    async ({ uri }) => {
      const path = pathOfUri(uri);
      if (path === undefined) return noTests;
      const text = workspace.documents.get(uri)?.getText() ?? (await readFile(path, "utf8").catch(() => ""));
      return text.length > longestText ? noTests : sourceTests(text, path);
    },
  );
}
