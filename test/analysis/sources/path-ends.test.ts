import { expect, test } from "vitest";
import { commonFolder, FilesByEnd, foldersOf, isStrong, pathOf, uniqueEnds } from "../../../language-server/analysis/sources/path-ends.ts";

const files = new FilesByEnd(
  ["server.js", "src/cart.ts", "packages/api/src/index.ts", "packages/web/src/index.ts", "tools/Build.js"].map((inside) => ({
    folder: "/srv/mine/shop",
    inside,
  })),
);

test.each([
  ["/app/server.js", ["/srv/mine/shop/server.js"]],
  ["D:/projects/shop/src/cart.ts", ["/srv/mine/shop/src/cart.ts"]],
  ["/app/packages/web/src/index.ts", ["/srv/mine/shop/packages/web/src/index.ts"]],
  ["/app/src/index.ts", ["/srv/mine/shop/packages/api/src/index.ts", "/srv/mine/shop/packages/web/src/index.ts"]],
  ["C:/Tools/build.js", ["/srv/mine/shop/tools/Build.js"]],
  ["/app/missing.js", []],
])("%s and %s have a common end", (path, expected) => {
  expect(files.alike(path).map(({ file }) => pathOf(file))).toEqual(expected);
});

test("the folders before the common end are mapped to each other, never above the workspace folder", () => {
  const [end] = files.alike("/srv/yours/shop/src/cart.ts");
  expect(foldersOf(end!)).toEqual(["/srv/yours/shop", "/srv/mine/shop"]);
});

test("a file that shares only its name is not a certain match", () => {
  const strength = (path: string): readonly boolean[] => files.alike(path).map(isStrong);
  expect(strength("/usr/lib/other/build.js")).toEqual([false]);
  expect(strength("/app/server.js")).toEqual([true]);
  expect(strength("/app/src/cart.ts")).toEqual([true]);
});

test("paths have a common folder", () => {
  expect(commonFolder(["/a/b/c.js", "/a/b/d/e.js"])).toBe("/a/b");
  expect(commonFolder(["/a/b/c.js"])).toBe("/a/b");
  expect(commonFolder(["C:/x/a.js", "D:/y/b.js"])).toBe("");
  expect(commonFolder([])).toBe("");
});

test("paths are named by their shortest ends that are unique", () => {
  const paths = [
    "/app/node_modules/a/index.js",
    "/app/node_modules/b/index.js",
    "/app/node_modules/b/lib/other.js",
    "/app/index.js",
    "b/index.js",
  ];
  expect(paths.map(uniqueEnds(paths))).toEqual(["a/index.js", "node_modules/b/index.js", "other.js", "app/index.js", "b/index.js"]);
});
