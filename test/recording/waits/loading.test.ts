import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { MeasuredWaits } from "../../drivers/measured-waits.ts";
import { someNodeMajors } from "../../workbench/node-versions.mjs";
import { installPackages } from "../../workbench/installed-packages.mjs";

const tsx = path.resolve(import.meta.dirname, "../../../node_modules/tsx/dist");

/** Such as `lib.cjs:2:4 await work(1) 3`: how often it settled; `/1`: of these once with a rejection. */
function settled(waits: MeasuredWaits): readonly string[] {
  return waits.sites
    .map(({ file, line, column, kind, text, count, rejected }) => {
      return `${file}:${line}:${column} ${kind} ${text} ${count}${rejected > 0 ? `/${rejected}` : ""}`;
    })
    .toSorted();
}

/** They strip types, and let CommonJS require modules. */
const strippingMajors = someNodeMajors.filter((major) => major >= 22);

const all = { reach: "all", unread: 0, left: 0 };

const ofModules = [
  "app.mjs:10:0 await named(6) 1",
  "app.mjs:6:0 await fromModule(3) 1",
  "app.mjs:7:0 await fromCommonJs(4) 1",
  "app.mjs:8:0 await required(5) 1",
  'app.mjs:9:18 await import("./dynamic.mjs?version=1") 1',
  "common.cjs:2:34 await i 4",
  "dynamic.mjs?version=1:1:72 await [i] 6",
  "module.mjs:2:34 await null 3",
  "required.cjs:2:2 for-await Array(times - 1).fill(1) 5",
];

test.each([18, ...someNodeMajors])("Node %i: modules, and what they import and require", async (major) => {
  const waits = await MeasuredWaits.run(major, ["loading/esm/app.mjs"]);
  expect(settled(waits)).toEqual(ofModules);
  expect(waits.measured).toMatchObject(all);
});

test.each(someNodeMajors)("Node %i: what is required, and modules that it imports", async (major) => {
  const waits = await MeasuredWaits.run(major, ["loading/cjs/app.cjs"]);
  expect(settled(waits)).toEqual([
    "app.cjs:3:2 await work(7) 1",
    'app.cjs:4:2 await import("../esm/dynamic.mjs").then(({ named }) => named(2)) 1',
    "dynamic.mjs:1:72 await [i] 2",
    "lib.cjs:2:34 await Promise.reject(i).catch(() => i) 7",
    'lib.cjs:4:4 await Promise.reject(new Error("expected")) 1/1',
  ]);
  expect(waits.measured).toMatchObject(all);
});

test.each([20, 26])("Node %i: a module that only its text shows", async (major) => {
  const waits = await MeasuredWaits.run(major, ["loading/ambiguous/app.js"]);
  expect(settled(waits)).toEqual(["app.js:2:65 await count 8", "app.js:3:0 await times(8) 1"]);
  expect(waits.measured).toMatchObject(all);
});

test.each(strippingMajors)("Node %i: TypeScript whose types Node strips, at its own places", async (major) => {
  const waits = await MeasuredWaits.run(major, ["loading/ts-esm/app.ts"]);
  expect(settled(waits)).toEqual([
    "app.ts:8:0 await work(times as number) 1",
    "lib.ts:11:31 await Promise.resolve({ value: i }) 5",
    "lib.ts:14:50 await value 1",
    "lib.ts:15:10 await last<number>(sum) 1",
  ]);
  expect(waits.stdout).toBe("app.ts:9");
  expect(settled(await MeasuredWaits.run(major, ["loading/ts-strip-cjs/app.ts"]))).toEqual(["app.ts:4:42 await sleep(1 as number) 3"]);
});

const withoutPlaces = (waits: MeasuredWaits): readonly string[] => settled(waits).map((wait) => wait.replace(/:\d+:\d+/, ""));

test.each(someNodeMajors)("Node %i: TypeScript that tsx compiles, whose errors keep their lines", async (major) => {
  const ofLib = ["lib.ts await Promise.resolve({value:i}) 5", "lib.ts await last(sum) 1", "lib.ts await value 1"];
  const modules = await MeasuredWaits.run(major, ["--import", path.join(tsx, "loader.mjs"), "loading/ts-esm/app.ts"]);
  expect(withoutPlaces(modules).toSorted()).toEqual(["app.ts await work(times) 1", ...ofLib]);
  expect(modules.stdout).toBe("app.ts:9");
  const commonJs = await MeasuredWaits.run(major, [path.join(tsx, "cli.mjs"), "loading/ts-cjs/app.ts"]);
  expect(withoutPlaces(commonJs).toSorted()).toEqual(ofLib);
  expect(commonJs.stdout).toBe("app.ts:9");
});

test.each(strippingMajors)("Node %i: a module that is required", async (major) => {
  const waits = await MeasuredWaits.run(major, ["loading/required/app.cjs"]);
  expect(settled(waits)).toEqual(["module.mjs:2:34 await null 4"]);
});

test.each([20, 26])("Node %i: TypeScript that ts-node compiles", { tags: ["thorough"] }, async (major) => {
  const modules = await installPackages("ts-node");
  const variables = {
    TS_NODE_SKIP_PROJECT: "true",
    TS_NODE_COMPILER: path.join(modules, "typescript"),
    TS_NODE_COMPILER_OPTIONS: '{ "module": "commonjs", "target": "es2022" }',
  };
  const compiler = ["--require", path.join(modules, "ts-node/register/transpile-only")];
  const waits = await MeasuredWaits.run(major, [...compiler, "loading/ts-cjs/app.ts"], variables);
  expect(withoutPlaces(waits).toSorted()).toEqual([
    "lib.ts await Promise.resolve({ value: i }) 5",
    "lib.ts await last(sum) 1",
    "lib.ts await value 1",
  ]);
  expect(waits.stdout).toBe("app.ts:9");
});

test.each([20, 26])("Node %i: a worker, whose modules need hooks of its own thread", async (major) => {
  const waits = await MeasuredWaits.run(major, ["loading/esm/worker.mjs"], {}, "worker.cjs");
  const reach = major < 22 ? "commonjs" : "all";
  expect(waits.measured).toMatchObject({ ...all, reach });
  expect(settled(waits)).toEqual([...(reach === "all" ? ["dynamic.mjs:1:72 await [i] 5"] : []), "worker.cjs:1:64 await times 4"]);
});

test.each([20, 26])("Node %i: under the permission model the app runs, and what cannot be measured is said", async (major) => {
  const permission = major < 22 ? "--experimental-permission" : "--permission";
  const waits = await MeasuredWaits.run(major, [permission, "--allow-fs-read=*", "--allow-fs-write=*", "loading/cjs/app.cjs"]);
  // Node 20 may not start its thread for hooks.
  expect(waits.measured.reach).toBe(major < 22 ? "commonjs" : "all");
  expect(settled(waits)).toContain("lib.cjs:2:34 await Promise.reject(i).catch(() => i) 7");
});

test("a script that cannot be read runs as it is, and is counted", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "waits-unread-"));
  try {
    const nested = `const sum = ${"1 + ".repeat(6000)}0;\nmodule.exports = (async () => console.log(await sum))();\n`;
    await writeFile(path.join(folder, "nested.cjs"), nested);
    const program = path.join(folder, "app.cjs");
    await writeFile(program, 'module.exports = (async () => await require("./nested.cjs"))();\n');
    const waits = await MeasuredWaits.run(20, [program]);
    expect(waits.stdout).toBe("6000");
    expect(waits.measured).toMatchObject({ reach: "all", unread: 1, left: 0 });
    expect(settled(waits)).toEqual(['app.cjs:1:30 await require("./nested.cjs") 1']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
