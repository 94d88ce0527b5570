import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { testsOfFile } from "../../../language-server/protocol/tests.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { makeApp } from "../../drivers/server/drawn-run.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

test("the tests of a file, as it is open in the editor or else as it is on disk", async () => {
  const app = await makeApp({ "a.test.ts": 'import { it } from "vitest";\nit("adds", (): void => {});\n' });
  await using client = await LspClient.start(await bundleServer(), {}, app.folder);
  const names = async (): Promise<readonly string[]> =>
    (await client.request(testsOfFile, { uri: app.uri("a.test.ts") })).tests.map(({ titles, line }) => `${line} ${titles.join()}`);
  expect(await names()).toEqual(["2 adds"]);
  await client.open(app.uri("a.test.ts"), '\n\nit("removes", () => {});\n');
  expect(await names()).toEqual(["3 removes"]);
  const missing = pathToFileURL(app.path("missing.test.ts")).href;
  expect(await client.request(testsOfFile, { uri: missing })).toEqual({ tests: [] });
  // A pipe that nobody writes to.
  execFileSync("mkfifo", [app.path("pipe.test.ts")]);
  expect(await client.request(testsOfFile, { uri: app.uri("pipe.test.ts") })).toEqual({ tests: [] });
});
