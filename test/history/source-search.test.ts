import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { filesAtEnds, filesNamed, searchLimits } from "../../language-server/history/scripts/files-named.ts";
import { searchSources } from "../../language-server/history/scripts/source-search.ts";
import type { SoughtSources } from "../../language-server/history/scripts/sought-sources.ts";

async function checkout(...files: readonly string[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-search-"));
  for (const file of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), "");
  }
  return folder;
}

function sought(...paths: readonly string[]): SoughtSources {
  return { scripts: paths.map((each) => ({ path: each, text: () => undefined })), mapped: () => [] };
}

/** Which names were looked for, in which folders. */
async function asked(sources: SoughtSources, folder: string): Promise<readonly (readonly string[])[]> {
  const calls: string[][] = [];
  await searchSources(
    sources,
    [folder],
    (each) => each,
    "named",
    (folders, names) => {
      calls.push([...folders, ...names]);
      return filesNamed(folders, names);
    },
  );
  return calls;
}

test("nothing is searched if no source is missing, or one of the app's own is in its place", async () => {
  const folder = await checkout("src/cart.js");
  const here = path.join(folder, "src/cart.js");
  for (const sources of [
    sought(here),
    sought(here, "/srv/app/src/tax.js"),
    sought("node:internal/fs", "/srv/app/node_modules/a/a.js"),
    // It was deleted here.
    sought(path.join(folder, "src/gone.js")),
    sought(),
  ])
    expect(await asked(sources, folder)).toEqual([]);
  // Only for the names that are missing.
  expect(await asked(sought("/srv/app/src/Cart.js", "/srv/app/node_modules/a/a.js"), folder)).toEqual([[folder, "cart.js"]]);
});

test("files are found by name, nearest first, but for hidden folders, dependencies and links", async () => {
  const folder = await checkout(
    "a/b/cart.js",
    "a/Cart.js",
    "a/tax.js",
    "node_modules/cart.js",
    ".cache/cart.js",
    "a/node_modules/x/cart.js",
  );
  await symlink(path.join(folder, "a"), path.join(folder, "link"), "junction");
  const found = await filesNamed([folder, path.join(folder, "missing")], new Set(["cart.js"]));
  expect(found.map(({ inside }) => inside)).toEqual(["a/Cart.js", "a/b/cart.js"]);
});

test("where an end of a path leads, a file is found without a search, whatever else the folders contain", async () => {
  const folder = await checkout("lib/price.js", "a/lib/tax.js", "cart.js/index.js", "copy/lib/price.js");
  expect(filesAtEnds([folder, path.join(folder, "missing")], ["/build/lib/price.js", "/build/lib/tax.js", "/build/cart.js"])).toEqual([
    { folder, inside: "lib/price.js" },
  ]);
  const found = async (reach: "named" | "atEnds", ...paths: readonly string[]): Promise<object | undefined> =>
    (await searchSources(sought(...paths), [folder], (each) => each, reach))?.mappings;
  expect(await found("atEnds", "/build/lib/price.js")).toEqual({ "/build": folder });
  expect(await found("atEnds", "/build/lib/tax.js")).toEqual({});
  expect(await found("named", "/build/lib/tax.js")).toEqual({ "/build": `${folder}/a` });
});

test("a search ends at its limits of files and of time with what it has", async () => {
  const folder = await checkout("cart.js", "a/cart.js", "a/b/cart.js", "a/b/c/cart.js");
  const found = async (limits: object, now?: () => number): Promise<readonly string[]> =>
    (await filesNamed([folder], new Set(["cart.js"]), { ...searchLimits, ...limits }, now)).map(({ inside }) => inside);
  expect(await found({})).toHaveLength(4);
  expect(await found({ files: 2 })).toEqual(["cart.js", "a/cart.js"]);
  // A second for each folder.
  let seconds = 0;
  expect(await found({ ms: 3000 }, () => 1000 * seconds++)).toEqual(["cart.js", "a/cart.js"]);
});

test("a folder with more subfolders than are read at once is searched whole", async () => {
  const folder = await checkout(...Array.from({ length: 450 }, (_, row) => `f${row}/${row === 449 ? "cart" : "other"}.js`));
  expect(await filesNamed([folder], new Set(["cart.js"]))).toEqual([{ folder, inside: "f449/cart.js" }]);
});
