import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** A row of CONTRIBUTING.md's table of folders, with the cells of its last column, such as `history (types)`. */
interface Row {
  readonly folder: string;
  readonly mayImport: readonly string[];
}

/** Modules in a folder that a cell allows only in part: one that everybody in the row may import, and one that nobody may. */
const parts: Readonly<Record<string, readonly [allowed: string, forbidden: string]>> = {
  "texts (codes)": ["texts/coded-text.ts", "texts/localised.ts"],
  "texts/common": ["texts/common-texts.ts", "texts/localised.ts"],
};

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "import-rules-"));
  await copyFile(path.join(root, ".oxlintrc.json"), path.join(folder, ".oxlintrc.json"));
});

afterAll(() => rm(folder, { recursive: true }));

test("lint forbids every import between folders that CONTRIBUTING.md's table does not allow, and no other", async () => {
  const rows = await readRows();
  expect(rows.length).toBeGreaterThan(10);
  const expected: string[] = [];
  const written: string[] = [];
  const write = async (from: string, to: string, kind: "value" | "type", isAllowed: boolean): Promise<void> => {
    const file = path.join(from, `probe-${written.length}.ts`);
    const what = `${file}: a ${kind} of ${to}`;
    const target = to === "vscode" ? to : path.relative(from, to);
    written.push(what);
    if (!isAllowed) expected.push(what);
    await mkdir(path.join(folder, from), { recursive: true });
    const code =
      kind === "type"
        ? `import type { a } from "${target}";\nexport type B = a;\n`
        : `import { a } from "${target}";\nexport const b = a;\n`;
    await writeFile(path.join(folder, file), code);
  };
  for (const { folder: from, mayImport } of rows) {
    if (from !== "extension") await write(from, "vscode", "value", false);
    for (const { folder: to } of rows.filter(({ folder: each }) => each !== from)) {
      const name = path.basename(to);
      const cell = mayImport.find((each) => each.split(/[ /]/)[0] === name) ?? "";
      const [allowed, forbidden] = parts[cell] ?? [];
      if (allowed !== undefined && forbidden !== undefined) {
        await write(from, `language-server/${allowed}`, "value", true);
        await write(from, `language-server/${forbidden}`, "value", false);
      } else if (cell.endsWith("(types)")) {
        await write(from, `${to}/module.ts`, "value", false);
        await write(from, `${to}/module.ts`, "type", true);
      } else await write(from, `${to}/module.ts`, "value", cell !== "");
    }
  }
  const reported = await reportedBy("no-restricted-imports");
  expect(written.filter((what) => reported.has(what.split(":")[0] ?? "")).toSorted()).toEqual(expected.toSorted());
});

test("lint lets extension/screen/ alone reach what draws links and icons in names", async () => {
  const drawing = [
    "showInformationMessage",
    "showWarningMessage",
    "showErrorMessage",
    "setStatusBarMessage",
    "withProgress",
    "showQuickPick",
    "createQuickPick",
    "showInputBox",
    "createInputBox",
    "createStatusBarItem",
    "createTreeView",
  ].map((name) => `window.${name}`);
  const reach = [...drawing, "TreeItem", "MarkdownString", "CodeLens"];
  for (const from of ["extension/heat", "extension/screen"]) {
    await mkdir(path.join(folder, from), { recursive: true });
    for (const each of reach)
      await writeFile(path.join(folder, from, `${each}.ts`), `import * as vscode from "vscode";\nexport const probe = vscode.${each};\n`);
  }
  const reported = await reportedBy("no-restricted-properties");
  expect([...reported].toSorted()).toEqual(reach.map((each) => `extension/heat/${each}.ts`).toSorted());
});

async function readRows(): Promise<readonly Row[]> {
  const text = await readFile(path.join(root, "CONTRIBUTING.md"), "utf8");
  const rows = [...text.matchAll(/^\| `([\w/-]+)\/` +\|[^|]+\| ([^|]+?) +\|$/gm)];
  return rows
    .map(([, name = "", cells = ""]) => ({ folder: name, mayImport: cells === "nothing" ? [] : cells.split(", ") }))
    .filter(({ folder: name }) => name !== "test");
}

/** The files in which this lint rule reports something. */
async function reportedBy(rule: string): Promise<ReadonlySet<string>> {
  const program = path.join(root, "node_modules/oxlint/bin/oxlint");
  const output = await new Promise<string>((resolve) => {
    // It ends with 1 if it reports anything.
    execFile(process.execPath, [program, "-f", "json"], { cwd: folder, maxBuffer: 1 << 26 }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: readonly { readonly code: string; readonly filename: string }[] };
  const found = diagnostics.filter(({ code }) => code.includes(rule));
  return new Set(found.map(({ filename }) => filename.replaceAll("\\", "/")));
}
