import { mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { noBudgets } from "../../../language-server/analysis/pairs/budgets.ts";
import { isUserError } from "../../../language-server/analysis/user-error.ts";
import { readBudgets } from "../../../language-server/answers/bench/read-budgets.ts";

const root = await realpath(await mkdtemp(path.join(tmpdir(), "heatline-budgets-")));
const appFolder = path.join(root, "packages", "shop");
await mkdir(appFolder, { recursive: true });

async function failure(file: string): Promise<string> {
  const failed: unknown = await readBudgets({ file, appFolder, root }).catch((error: unknown) => error);
  return isUserError(failed) ? failed.text : String(failed);
}

test("the app's folder may have a file of budgets, whose paths are relative to it", async () => {
  expect(await readBudgets({ file: undefined, appFolder, root })).toEqual(noBudgets);
  await writeFile(path.join(appFolder, "heatline.budgets.json"), '\uFEFF{ "app": "5 %" }');
  expect(await readBudgets({ file: undefined, appFolder, root })).toMatchObject({
    name: "heatline.budgets.json",
    folder: "packages/shop",
    app: { text: "5 %" },
  });
});

test("a named file must be there, and a link to one will do", async () => {
  await writeFile(path.join(root, "strict.json"), '{ "app": "1 %" }');
  await symlink(path.join(root, "strict.json"), path.join(root, "link.json"));
  expect(await readBudgets({ file: path.join(root, "link.json"), appFolder, root })).toMatchObject({ folder: "", app: { share: 0.01 } });
  expect(await failure(path.join(root, "missing.json"))).toMatch(/missing\.json could not be read: .*\. Check its path/);
  expect(await failure(appFolder)).toContain("not a regular file");
});
