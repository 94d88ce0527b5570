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

test("Node's own scripts in internal/ are Node's; what Go has there is not", () => {
  const categoryOf = ownershipOf([], []);
  const node = ["node:internal/timers", "internal/x", "internal/modules/cjs/loader.js", "internal/deps/acorn/dist/acorn.mjs"];
  const go = ["internal/runtime/maps/map.go", "internal/runtime/atomic/atomic_amd64.s", "internal/poll/fd_unix.go", "internal/app.ts"];
  expect([...new Set(node.map(categoryOf)), ...new Set(go.map(categoryOf))]).toEqual(["node", "dependency"]);
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
