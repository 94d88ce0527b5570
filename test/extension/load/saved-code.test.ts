import { expect, test, vi } from "vitest";
import { SavedCode } from "../../../extension/load/saved-code.ts";
import { Uri, workspace } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));

const document = (path: string, version: number): unknown => ({ uri: Uri.file(path), version });

test("code of the app that is saved with changes is reported, and nothing else", () => {
  const code = new SavedCode();
  const saved: string[] = [];
  code.onDidSave((file) => saved.push(file));
  const save = (path: string, version: number): void => workspace.savedDocuments.fire(document(path, version));
  save("/shop/before-any-app.js", 2);
  workspace.textDocuments = [document("/shop/open.js", 7)];
  code.watch("/shop");

  save("/shop/open.js", 7);
  save("/shop/opened-later.ts", 1);
  save("/shop/readme.md", 2);
  save("/shop/node_modules/express/index.js", 2);
  save("/shop/rank.test.ts", 2);
  save("/other/rank.js", 2);
  save("/shopping/rank.js", 2);
  expect(saved).toEqual([]);

  save("/shop/open.js", 8);
  save("/shop/src/opened-later.mts", 2);
  expect(saved).toEqual(["open.js", "opened-later.mts"]);

  code.watch(undefined);
  save("/shop/open.js", 9);
  code.dispose();
  expect(saved).toHaveLength(2);
});

test("code that changes on disk is reported: an open document once VS Code has read it again", () => {
  const code = new SavedCode();
  const saved: string[] = [];
  code.onDidSave((file) => saved.push(file));
  const change = (path: string): void => workspace.changedFiles.fire(Uri.file(path));
  const read = (path: string, version: number, isDirty = false): void => {
    workspace.textDocuments = [{ uri: Uri.file(path), version, isDirty }];
    workspace.changedDocuments.fire({ document: workspace.textDocuments[0] });
  };
  workspace.textDocuments = [document("/shop/open.js", 7)];
  code.watch("/shop");
  for (const path of ["dist/server.js", ".next/server/page.js", "node_modules/a/a.js", "rank.spec.ts", "notes.md"]) change(`/shop/${path}`);
  change("/other/rank.js");
  // Typed, not saved.
  read("/shop/open.js", 8, true);
  read("/shop/open.js", 7);
  // Saved without changes.
  change("/shop/open.js");
  expect(saved).toEqual([]);

  read("/shop/open.js", 8);
  change("/shop/src/rank.ts");
  expect(saved).toEqual(["open.js", "rank.ts"]);
  code.dispose();
});
