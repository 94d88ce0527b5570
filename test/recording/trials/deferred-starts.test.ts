import { rm, symlink } from "node:fs/promises";
import path from "node:path";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import type { UnmeasuredReason } from "../../../language-server/history/schema/savings-schema.ts";
import { deferrable } from "../../../language-server/recording/trials/deferrable.ts";
import { sourcePlace } from "../../../language-server/recording/trials/measured-savings.ts";
import { type Trial, Trials } from "../../../language-server/recording/trials/trials.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { makeApp } from "../../drivers/server/drawn-run.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";

type Files = Readonly<Record<string, string>>;

interface Found {
  readonly why?: UnmeasuredReason;
  readonly plain: Trial;
  /** With the import of `main.js` deferred. */
  readonly deferred?: Trial;
  /** Of its first use: `main.js:2`. */
  readonly first: string | undefined;
  readonly loadedBy: string | undefined;
}

interface Start {
  readonly requests?: readonly string[];
  readonly entry?: string;
  readonly nodeArgs?: readonly string[];
  /** The folder of its packages. */
  readonly modules?: string;
}

/** Starts `main.js` with its import of that specifier deferred. */
async function deferring(files: Files, specifier: string, major: number, start: Start = {}): Promise<Found> {
  const { requests = [], entry = "main.js", nodeArgs = [], modules } = start;
  const app = await makeApp(files);
  if (modules !== undefined) await symlink(modules, app.path("node_modules"));
  const { watchdog, autocannonChild, inApp } = await buildAdapter();
  const launch = { program: app.path(entry), cwd: app.folder, runtimeExecutable: await nodeOf(major), runtimeArgs: nodeArgs };
  const problems: string[] = [];
  const { signal } = new AbortController();
  try {
    await using trials = await Trials.open(
      { launch, workspaceFolders: [app.folder], bundles: { watchdog, autocannonChild, inApp } },
      (problem) => problems.push(problem.text),
    );
    const { survey } = await trials.start({ surveyed: [specifier] }, {}, signal);
    const plain = await trials.start({}, {}, signal);
    const candidate = { path: app.path(entry), line: 1, specifier, name: "", within: [], hash: "" };
    const module = await deferrable(candidate, survey ?? { edges: [], exports: {} }, major > 20);
    if (typeof module === "string") return { why: module, plain, first: undefined, loadedBy: undefined };
    const deferred = await trials.start({ deferred: module }, { requests }, signal);
    const within = (file: string): string => path.posix.relative(app.path(""), file.replaceAll("\\", "/"));
    expect(problems).toEqual([]);
    const first = deferred.used && (await sourcePlace(deferred.used));
    return {
      plain,
      deferred,
      first: first && `${within(first.path)}:${first.line}`,
      loadedBy: deferred.loadedBy === undefined ? undefined : within(deferred.loadedBy),
    };
  } finally {
    await rm(path.dirname(app.folder), { recursive: true });
  }
}

/** What it prints when it is loaded shows whether it was. */
const loud = `console.log("loaded");\n`;
const esm = { "package.json": `{"type":"module"}` };
const common = {
  "lib.js": `${loud}exports.work = (text) => console.log(text);\nexports.version = "1.0";\nexports.Base = class { name() { return "base"; } };`,
};
const module = {
  ...esm,
  "lib.js": `${loud}export const work = (text) => console.log(text);\nexport const version = "1.0";\nexport class Base { name() { return "base"; } }`,
};

test.for([20, 26])("a module that a CommonJS program does not use is not loaded, however it is imported, on Node %i", async (major) => {
  for (const importing of [
    `const lib = require("./lib");`,
    `const { work } = require("./lib");`,
    `const { Base, work } = require("./lib");`,
  ]) {
    const { deferred, plain, first, loadedBy } = await deferring(
      { ...common, "main.js": `${importing}\nconsole.log("done");` },
      "./lib",
      major,
    );
    expect({ isNeeded: deferred?.isNeeded, code: deferred?.exitCode, first, loadedBy }).toEqual({
      isNeeded: false,
      code: 0,
      first: undefined,
      loadedBy: undefined,
    });
    expect(deferred?.output).not.toBe(plain.output);
  }
});

/** What each way of using it did. */
async function usedAtOnce(major: number): Promise<unknown> {
  const found: unknown[] = [];
  const uses = [
    `const lib = require("./lib");\n\nlib.work("hello");`,
    `const { work } = require("./lib");\n\nwork("hello");`,
    `const { Base } = require("./lib");\n\nclass More extends Base {}\nconsole.log(new More().name(), new More() instanceof Base);`,
    `const lib = require("./lib");\n\nconsole.log(lib.version, Object.keys(lib), "work" in lib);`,
    `const lib = require("./lib");\n\nconsole.log(JSON.stringify({ ...lib }), typeof lib.work, lib.nothing);`,
  ];
  for (const text of uses) {
    const { deferred, first } = await deferring({ ...common, "main.js": text }, "./lib", major);
    found.push({ isNeeded: deferred?.isNeeded, code: deferred?.exitCode, first });
  }
  return found;
}

const allUsed = Array.from({ length: 5 }, () => ({ isNeeded: true, code: 0, first: "main.js:3" }));

test("its first use loads it, and the program ends as before", async () => {
  expect(await usedAtOnce(26)).toEqual(allUsed);
});

test("the same on Node 20", { tags: "thorough" }, async () => {
  expect(await usedAtOnce(20)).toEqual(allUsed);
});

test("imports of ES modules are put off where Node has hooks for them", async () => {
  for (const importing of [`import { work } from "./lib.js";`, `import { Base as B, work } from './lib.js';`]) {
    const unused = await deferring({ ...module, "main.js": `${importing}\nconsole.log("done");` }, "./lib.js", 26);
    expect(unused).toMatchObject({ deferred: { isNeeded: false, exitCode: 0 }, first: undefined });
    expect(unused.deferred?.output).not.toBe(unused.plain.output);
  }
  const used = await deferring({ ...module, "main.js": `import { work } from "./lib.js";\n\nwork("hello");` }, "./lib.js", 26);
  expect(used).toMatchObject({ deferred: { isNeeded: true, exitCode: 0 }, first: "main.js:3" });
  const mixed = {
    ...esm,
    "lib.cjs": common["lib.js"],
    "main.js": `import lib, { work } from "./lib.cjs";\nif (process.argv[2]) work(lib);`,
  };
  expect(await deferring(mixed, "./lib.cjs", 26)).toMatchObject({ deferred: { isNeeded: false, exitCode: 0 } });
  expect(await deferring({ ...module, "main.js": `import { work } from "./lib.js";\nvoid work;` }, "./lib.js", 20)).toMatchObject({
    why: "old-node",
  });
});

test("what would not be the same program is not tried", async () => {
  const why = async (files: Files, specifier: string): Promise<unknown> => (await deferring(files, specifier, 26)).why;
  expect(await why({ ...module, "main.js": `import { version } from "./lib.js";\nvoid version;` }, "./lib.js")).toBe("values");
  expect(await why({ ...module, "main.js": `import * as lib from "./lib.js";\nvoid lib;` }, "./lib.js")).toBe("values");
  expect(await why({ ...module, "main.js": `import "./lib.js";` }, "./lib.js")).toBe("effects");
  expect(await why({ ...common, "main.js": `require("./lib");` }, "./lib")).toBe("effects");
  expect(await why({ "lib.js": `module.exports = "text";`, "main.js": `const lib = require("./lib");` }, "./lib")).toBe("values");
});

const client = `class Client {
  #name = "client";
  name() { return this.#name; }
}
`;

test("an object of a class is put off, too, whatever it keeps to itself; a builtin one is not", async () => {
  const common = { "lib.js": `${loud}${client}module.exports = new Client();` };
  const module = { ...esm, "lib.js": `${loud}${client}export default new Client();\nexport const table = new Map();` };
  const unused = { deferred: { isNeeded: false, exitCode: 0 }, first: undefined };
  expect(await deferring({ ...common, "main.js": `const lib = require("./lib");\nconsole.log("done");` }, "./lib", 26)).toMatchObject(
    unused,
  );
  expect(await deferring({ ...module, "main.js": `import lib from "./lib.js";\nconsole.log("done");` }, "./lib.js", 26)).toMatchObject(
    unused,
  );
  const used = { deferred: { isNeeded: true, exitCode: 0 }, first: "main.js:2" };
  for (const use of [`console.log(lib.name());`, `const { name } = lib; console.log(typeof name, lib instanceof lib.constructor);`])
    expect(await deferring({ ...common, "main.js": `const lib = require("./lib");\n${use}` }, "./lib", 26)).toMatchObject(used);
  expect(await deferring({ ...module, "main.js": `import { table } from "./lib.js";\nvoid table;` }, "./lib.js", 26)).toMatchObject({
    why: "values",
  });
});

test("another file that loads it is named; those of own code are put off, too", async () => {
  const other = { "node_modules/other/index.js": `require("../../lib");`, "node_modules/other/package.json": `{"name":"other"}` };
  const loaded = await deferring({ ...common, ...other, "main.js": `const lib = require("./lib");\nrequire("other");` }, "./lib", 26);
  expect(loaded.loadedBy).toBe("node_modules/other/index.js");
  const own = { "own.js": `exports.lib = require("./lib");`, "main.js": `const lib = require("./lib");\nrequire("./own");` };
  expect(await deferring({ ...common, ...own }, "./lib", 26)).toMatchObject({ deferred: { isNeeded: false }, loadedBy: undefined });
});

test("of a server the run has which request first needs it, and where", async () => {
  const text = `const lib = require("./lib");
const answer = (url) => {
  if (url.startsWith("/report")) lib.work(url);
  return "ok";
};
require("node:http").createServer((request, response) => response.end(answer(request.url))).listen(0, "127.0.0.1");`;
  const { deferred, first } = await deferring({ ...common, "main.js": text }, "./lib", 26, { requests: ["/", "/report?token=x", "/more"] });
  expect(deferred).toMatchObject({ listened: true, isNeeded: false, request: "/report?token=x" });
  expect(first).toBe("main.js:3");
});

const typed = {
  "main.ts": `import { work, Row } from "./lib";

interface Unused {
  readonly row: Row;
}

const run = (text: string): void => {
  work(text);
};
run("hello");
`,
  "lib.ts": `${loud}export type Row = string;\nexport const work = (text: string): void => console.log(text);\n`,
};

async function compiled(format: "cjs" | "esm"): Promise<Files> {
  const [from, extension] = format === "cjs" ? ["./lib", "js"] : ["./lib.mjs", "mjs"];
  const built = Object.entries(typed).map(async ([name, text]): Promise<Files> => {
    const options = { loader: "ts", format, sourcefile: `../src/${name}`, sourcemap: true } as const;
    const { code, map } = await transform(text.replace("./lib", from), options);
    const file = `dist/${name.replace(/ts$/, extension)}`;
    return { [file]: `${code}//# sourceMappingURL=${path.basename(file)}.map\n`, [`${file}.map`]: map, [`src/${name}`]: text };
  });
  return Object.assign({}, ...(await Promise.all(built))) as Files;
}

test("of compiled code the run has where the line of the source is that first needs the module", async () => {
  const used = { deferred: { isNeeded: true, exitCode: 0 }, first: "src/main.ts:8" };
  expect(await deferring(await compiled("cjs"), "./lib", 26, { entry: "dist/main.js" })).toMatchObject(used);
  expect(await deferring(await compiled("esm"), "./lib.mjs", 26, { entry: "dist/main.mjs" })).toMatchObject(used);
});

test("the same of what tsx or Node itself compiles when it is loaded", async () => {
  const modules = path.join(import.meta.dirname, "../../../node_modules");
  const used = { deferred: { isNeeded: true, exitCode: 0 }, first: "main.ts:8" };
  const byTsx = { entry: "main.ts", nodeArgs: ["--import", "tsx"], modules };
  expect(await deferring(typed, "./lib", 26, byTsx)).toMatchObject(used);
  expect(await deferring({ ...typed, ...esm }, "./lib", 26, byTsx)).toMatchObject(used);
  const stripped = { ...typed, ...esm, "main.ts": typed["main.ts"].replace("./lib", "./lib.ts").replace("Row }", "type Row }") };
  expect(await deferring(stripped, "./lib.ts", 26, { entry: "main.ts" })).toMatchObject(used);
});
