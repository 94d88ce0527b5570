import { expect, test } from "vitest";
import { pathMapper, sourcePaths } from "../../../language-server/analysis/sources/source-paths.ts";

test("the longest prefix of whole path segments wins, the first table has priority, and no path leaves the mapped folder", () => {
  const local = pathMapper([{ "/usr/src/app": "/code/shop" }, { "/usr/src/app/lib/": "/code/lib/", "/usr": "/elsewhere", "/opt": "/o" }]);
  expect(local("/usr/src/app/server.js")).toBe("/code/shop/server.js");
  expect(local("/usr/src/app")).toBe("/code/shop");
  expect(local("/usr/src/application/x.js")).toBe("/elsewhere/src/application/x.js");
  expect(local("/usr/src/app/../../../etc/passwd")).toBe("/usr/src/app/../../../etc/passwd");
  expect(local("/opts/x.js")).toBe("/opts/x.js");
  const other = pathMapper([{ "/usr/src/app": "/a", "/usr/src/app/lib/": "/b" }]);
  expect(other("/usr/src/app/lib/x.js")).toBe("/b/x.js");
});

test("URLs, Windows folders and the root of a container can be mapped", () => {
  expect(pathMapper([{ "file:///app": "file:///code/app" }])("/app/a.js")).toBe("/code/app/a.js");
  expect(pathMapper([{ "C:\\projects\\app": "/mnt/app" }])("c:/projects/app/a.js")).toBe("/mnt/app/a.js");
  expect(pathMapper([{ "/": "/code/image" }])("/srv/a.js")).toBe("/code/image/srv/a.js");
  expect(pathMapper([{ "webpack://shop": "/code/shop" }])("webpack://shop/src/a.ts")).toBe("/code/shop/src/a.ts");
  expect(pathMapper([{ "": "/x", "/a": " " }])("/a/b.js")).toBe("/a/b.js");
});

test("a bundler's virtual URL is searched from the bundle's folder upwards, never above the workspace", () => {
  const files = new Set([
    "/ws/packages/shop/src/cart.ts",
    "/ws/src/cart.ts",
    "/ws/node_modules/lib/index.js",
    "/etc/passwd",
    "/src/top.ts",
  ]);
  const asked: string[] = [];
  const exists = (path: string): boolean => {
    asked.push(path);
    return files.has(path);
  };
  const find = sourcePaths({ workspaceFolders: ["/ws"], exists });
  const bundle = "/ws/packages/shop/dist/main.js";
  expect(find("webpack://shop/./src/cart.ts", bundle)).toBe("/ws/packages/shop/src/cart.ts");
  expect(find("webpack:///./src/cart.ts?5d2f", "/ws/dist/main.js")).toBe("/ws/src/cart.ts");
  expect(find("webpack://shop/node_modules/lib/index.js", bundle)).toBe("/ws/node_modules/lib/index.js");
  expect(find("turbopack:///[project]/src/cart.ts", "/ws/.next/server/app.js")).toBe("/ws/src/cart.ts");
  for (const url of [
    "webpack://shop/webpack/bootstrap",
    'webpack://shop/external commonjs "fs"',
    "webpack://shop/../../etc/passwd",
    "webpack://shop/./src/top.ts",
    "https://example.com/a.js",
    "node:fs",
  ])
    expect(find(url, bundle)).toBe(url);
  expect(asked.every((path) => path.startsWith("/ws/"))).toBe(true);
});

test("sources of a package's bundle are in that package, not in files of the app with the same name", () => {
  const files = new Set(["/ws/src/index.js", "/ws/packages/shop/src/index.js", "/ws/node_modules/@acme/full/src/index.js"]);
  const find = sourcePaths({ workspaceFolders: ["/ws"], exists: (path) => files.has(path) });
  const url = "webpack://lib/./src/index.js";
  expect(find(url, "/ws/node_modules/@acme/full/dist/main.js")).toBe("/ws/node_modules/@acme/full/src/index.js");
  for (const home of [
    "/ws/node_modules/@acme/bare",
    "/ws/packages/shop/node_modules/bare",
    "/ws/node_modules/.pnpm/bare@1.0.0/node_modules/bare",
    "/usr/lib/node_modules/bare",
  ])
    expect(find(url, `${home}/dist/main.js`)).toBe(`${home}/src/index.js`);
  expect(find(url, "/ws/node_modules/.cache/app/main.js")).toBe("/ws/src/index.js");
});

test("what a bundler writes around a path is no part of it: layers, loaders, kinds of modules, queries", () => {
  const files = new Set(["/ws/src/cart.ts", "/ws/src/(shop)/[id]/page.tsx", "/ws/(shop)/page.tsx", "/ws/node_modules/next/dist/x.js"]);
  const find = sourcePaths({ workspaceFolders: ["/ws"], exists: (path) => files.has(path) });
  const found = (url: string): string => find(url, url);
  for (const url of [
    "webpack-internal:///(rsc)/./src/cart.ts",
    "webpack-internal:///(ssr)/./src/cart.ts",
    "webpack-internal:///(app-pages-browser)/./src/cart.ts",
    "webpack-internal:///(action-browser)/src/cart.ts",
    "webpack-internal:///(pages-dir-node)/./src/cart.ts",
    "webpack-internal:///(anything-new)/./src/cart.ts",
    "webpack-internal:///./src/cart.ts",
    "webpack-internal:///./node_modules/ts-loader/index.js??ref--4!./src/cart.ts",
    "webpack://_N_E/./src/cart.ts?5d2f",
    "webpack://_N_E/(rsc)/./src/cart.ts?5d2f",
    "webpack://_N_E/./src/cart.ts#12",
    "rsc://React/Server/webpack-internal:///(rsc)/./src/cart.ts?0",
    "turbopack:///[project]/src/cart.ts",
    "turbopack://[project]/src/cart.ts",
    "turbopack:///[project]/src/cart.ts [app-rsc] (ecmascript)",
    "turbopack:///[project]/src/cart.ts [app-client] (ecmascript) (async)",
  ])
    expect([url, found(url)]).toEqual([url, "/ws/src/cart.ts"]);
  expect(found("webpack-internal:///(rsc)/./src/(shop)/[id]/page.tsx")).toBe("/ws/src/(shop)/[id]/page.tsx");
  expect(found("webpack:///(shop)/page.tsx")).toBe("/ws/(shop)/page.tsx");
  expect(found("webpack-internal:///(rsc)/./node_modules/next/dist/x.js")).toBe("/ws/node_modules/next/dist/x.js");
  for (const url of [
    "webpack:///(webpack)/buildin/module.js",
    "turbopack:///[turbopack]/shared/runtime-utils.ts",
    "webpack-internal:///(rsc)/../etc/x.js",
  ])
    expect(found(url)).toBe(url);
});
