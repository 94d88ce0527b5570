import { expect, test } from "vitest";
import { scriptReferences } from "../../../language-server/analysis/builds/script-references.ts";

test("modules of both kinds, workers and packages", () => {
  const text = `
    import { a } from "./a.js"; export * from './b.js';
    import "@shop/prices/table"; import x from "#db";
    const c = require("./c"), e = require("express"), fs = require("node:fs");
    await import("./lazy.js"); new Worker(path.join(__dirname, "worker.js"));`;
  const { files, packages, loadsFolders } = scriptReferences(text);
  expect(files).toEqual(["./a.js", "./b.js", "./c", "./lazy.js", "worker.js"]);
  expect(packages).toEqual(["@shop/prices/table", "#db", "express"]);
  expect(loadsFolders).toBe(false);
});

test.each([
  ["for (const name of fs.readdirSync(routes)) require(path.join(routes, name));"],
  ["app.register(autoload, { dir })"],
  ["for (const name of await readdir(folder)) await import(`${folder}/${name}.js`)"],
])("%s loads what it does not name", (text) => {
  expect(scriptReferences(text).loadsFolders).toBe(true);
});

test.each([["await import(`./locales/${name}.js`)"], ["for (const name of await readdir(uploads)) remove(name)"]])(
  "%s does not load a folder",
  (text) => {
    expect(scriptReferences(text).loadsFolders).toBe(false);
  },
);
