import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const most = 22;

/** Fixtures are programs: readers need not find a file among them. */
const exempt = ["test/fixtures"];

/** Every folder in one, including itself, with the names of the files directly in it. */
function folders(folder: string): readonly (readonly [folder: string, files: readonly string[]])[] {
  if (exempt.includes(folder)) return [];
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true }).filter(({ name }) => name !== "node_modules");
  const files = entries.filter((entry) => entry.isFile() && /\.(?:ts|mts|mjs|cjs|css)$/.test(entry.name)).map(({ name }) => name);
  const below = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => folders(`${folder}/${name}`));
  return [[folder, files], ...below];
}

test("no folder has more than 22 files", () => {
  const all = ["extension", "language-server", "webview", "test"].flatMap(folders);
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter(([, files]) => files.length > most).map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

test("only analysis/selection makes of a profile a smaller one: a view that takes all and filters itself is a defect", () => {
  const sources = ["extension", "language-server", "webview"]
    .flatMap(folders)
    .filter(([folder]) => folder !== "language-server/analysis/selection")
    .flatMap(([folder, files]) => files.map((name) => `${folder}/${name}`));
  const forbidden = /filterProfile\(|filter-profile\.ts|threads\?: readonly number/;
  expect(sources.length).toBeGreaterThan(900);
  expect(sources.filter((file) => forbidden.test(readFileSync(path.join(root, file), "utf8")))).toEqual([]);
});

/** The linter limits the sources (`max-lines` in `.oxlintrc.json`), but does not read style sheets. */
test("no style sheet has more than 300 lines", () => {
  const sheets = folders("webview").flatMap(([folder, files]) =>
    files.filter((name) => name.endsWith(".css")).map((name) => `${folder}/${name}`),
  );
  expect(sheets.length).toBeGreaterThan(5);
  const lines = (file: string): number => readFileSync(path.join(root, file), "utf8").split("\n").length - 1;
  expect(sheets.filter((file) => lines(file) > 300)).toEqual([]);
});
