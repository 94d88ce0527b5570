import { expect, test } from "vitest";
import { fromScript, type PackageFacts } from "../../../language-server/starting/app-candidates.ts";
import { namedScript, scriptsLine } from "../../../extension/app/package-scripts.ts";

const scope = { uri: { fsPath: "/projects/shop" } };

test.each<[behaviour: string, argument: unknown, named: ReturnType<typeof namedScript>]>([
  ["a lens names the folder", { folder: "/projects/shop" }, { folder: "/projects/shop" }],
  [
    "a row of the NPM Scripts view names the script",
    { label: "bench", task: { definition: { type: "npm", script: "bench" }, scope } },
    { folder: "/projects/shop", script: "bench" },
  ],
  [
    "and the folder inside the workspace's",
    { task: { definition: { type: "npm", script: "bench", path: "packages\\a\\" }, scope } },
    { folder: "/projects/shop/packages/a", script: "bench" },
  ],
  ["a task without a folder names nothing", { task: { definition: { script: "bench" }, scope: 2 } }, undefined],
  ["the palette names nothing", undefined, undefined],
])("%s", (_, argument, named) => {
  expect(namedScript(argument)).toEqual(named);
});

test.each<[behaviour: string, text: string, line: number | undefined]>([
  ["the lens stands above the scripts", '{\n  "name": "a",\n  "scripts": {\n    "bench": "node bench.js"\n  }\n}', 2],
  ["no scripts, no lens", '{ "name": "a" }', undefined],
  ["nor for what cannot run", '{ "scripts": { "bench": 3 } }', undefined],
  ["nor while the file is being written", '{ "scripts": { "bench": "node', undefined],
])("%s", (_, text, line) => {
  expect(scriptsLine(text)).toBe(line);
});

test("a script is run by the package's manager in its folder, and “start” is the app that Profile Current App starts", () => {
  const shop: PackageFacts = { folder: "/shop", name: "shop", scripts: {}, bins: [], packageManager: "pnpm", load: { path: "/a" } };
  expect(fromScript(shop, "bench", "node bench.js")).toMatchObject({
    key: "script:/shop:bench",
    name: "shop · pnpm run bench",
    detail: "node bench.js",
    configuration: { runtimeExecutable: "pnpm", runtimeArgs: ["run", "bench"], cwd: "/shop", load: { path: "/a" } },
  });
  expect(fromScript(shop, "start", "node .")).toMatchObject({ key: "start:/shop", name: "shop · pnpm start" });
});
