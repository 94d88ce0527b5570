import { expect, test } from "vitest";
import { ownershipOf, pathOfUrl } from "../../../language-server/analysis/sources/ownership.ts";

test("own code is in a workspace folder and not in node_modules", () => {
  const categoryOf = ownershipOf(["/code/app/", "C:\\code\\app"], []);
  const paths = [
    "/code/app/src/a.js",
    "/code/app/node_modules/x/a.js",
    "/code/application/a.js",
    "/elsewhere/a.js",
    "c:/code/app/a.ts",
    "node:crypto",
    "internal/x",
    "evalmachine.<anonymous>",
  ];
  expect(paths.map(categoryOf)).toEqual(["own", "dependency", "dependency", "dependency", "own", "node", "node", "dependency"]);
});

test("globs add own code, relative to a folder or absolute", () => {
  const categoryOf = ownershipOf(["/code/app"], ["node_modules/@me/**", "/shared/{lib,core}/*.js"]);
  const paths = [
    "/code/app/node_modules/@me/a/b.js",
    "/code/app/node_modules/you/b.js",
    "/shared/lib/a.js",
    "/shared/lib/x/a.js",
    "/shared/other/a.js",
  ];
  expect(paths.map(categoryOf)).toEqual(["own", "dependency", "own", "dependency", "dependency"]);
});

test("URLs and Windows paths become paths with forward slashes", () => {
  const urls = [
    "file:///a/b%20c.js",
    "file:///C:/x/y.js",
    "C:\\x\\y.js",
    "file://server/share/a.js",
    "/plain.js",
    "node:fs",
    "file:///100%.js",
    "\\\\server\\share\\a.js",
  ];
  expect(urls.map(pathOfUrl)).toEqual([
    "/a/b c.js",
    "C:/x/y.js",
    "C:/x/y.js",
    "//server/share/a.js",
    "/plain.js",
    "node:fs",
    "/100%.js",
    "//server/share/a.js",
  ]);
});
