import { execFileSync } from "node:child_process";
import { appendFile, mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCommandText } from "../../../language-server/history/builds/build-command.ts";
import { findStaleBuild } from "../../../language-server/history/builds/stale-build.ts";
import { someOf } from "../../workbench/some-of.mjs";

const repository = path.resolve(import.meta.dirname, "../../..");
const tsc = path.join(repository, "node_modules/typescript/bin/tsc");
let base = "";

beforeAll(async () => {
  base = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-builds-")));
});

afterAll(async () => rm(base, { recursive: true }));

/** Writes an app; files without a text of their own are given by name. */
async function write(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = path.join(base, name);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  return folder;
}

/** `dist/ < src/: server.ts (npm run build)`, or "" for a build that is up to date. */
async function stale(folder: string, entry: string): Promise<string> {
  const found = await findStaleBuild([path.join(folder, entry)], folder);
  if (found === undefined) return "";
  const changed = found.changed.map((file) => path.basename(file)).toSorted();
  return `${found.output} < ${found.source}: ${changed.join(", ")} (${buildCommandText(found.commands, folder)})`;
}

async function edit(file: string): Promise<void> {
  await appendFile(file, "\n// changed\n");
}

/** As `git checkout` of another branch and back: the same text, written later. */
async function touch(file: string, seconds = 3600): Promise<void> {
  const { mtimeMs } = await stat(file);
  await utimes(file, new Date(), new Date(mtimeMs + seconds * 1000));
}

function compile(folder: string, ...args: readonly string[]): void {
  execFileSync(process.execPath, [tsc, ...args], { cwd: folder });
}

const manifest = JSON.stringify({ name: "app", scripts: { build: "tsc" } });
const settings = (options: object, rest: object = {}): string =>
  JSON.stringify({
    compilerOptions: { rootDir: "src", outDir: "dist", module: "node20", types: [], sourceMap: true, ...options },
    ...rest,
  });
const server = 'import { price } from "./price.js";\nexport const all: number = price(1);\n';
const price = "export function price(n: number): number { return n; }\n";
const typescriptApp = { "package.json": manifest, "tsconfig.json": settings({}), "src/server.ts": server, "src/price.ts": price };

test("tsc, whose maps have no texts: an edit is seen by its time, at once; a build with nothing to do is up to date", async () => {
  const folder = await write("tsc", { ...typescriptApp, "tsconfig.json": settings({ composite: true }) });
  compile(folder, "-b");
  expect(await stale(folder, "dist/server.js")).toBe("");
  await edit(path.join(folder, "src/price.ts"));
  expect(await stale(folder, "dist/server.js")).toBe("dist/ < src/: price.ts (npm run build)");
  compile(folder, "-b");
  expect(await stale(folder, "dist/server.js")).toBe("");
  await writeFile(path.join(folder, "src/price.ts"), await readFile(path.join(folder, "src/price.ts")));
  // It writes nothing but that it has looked.
  compile(folder, "-b");
  expect(await stale(folder, "dist/server.js")).toBe("");
});

test("files in a build that did not change are not written again, and are up to date", async () => {
  const folder = await write("incremental", { ...typescriptApp, "tsconfig.json": settings({ incremental: true }) });
  compile(folder);
  await edit(path.join(folder, "src/price.ts"));
  await touch(path.join(folder, "src/server.ts"), -3600);
  compile(folder);
  expect(await stale(folder, "dist/server.js")).toBe("");
});

test.each(
  someOf(1, [
    ["with their texts in the map", { inlineSources: true }],
    ["inline", { sourceMap: false, inlineSourceMap: true, inlineSources: true }],
    ["below a source root", { sourceRoot: "../src", inlineSources: true }],
  ]),
)("tsc, maps %s: texts decide, not times", async (name, options) => {
  const folder = await write(`texts-${name.replaceAll(" ", "-")}`, { ...typescriptApp, "tsconfig.json": settings(options) });
  compile(folder);
  await touch(path.join(folder, "src/price.ts"));
  expect(await stale(folder, "dist/server.js")).toBe("");
  await edit(path.join(folder, "src/price.ts"));
  await touch(path.join(folder, "src/price.ts"), -7200);
  expect(await stale(folder, "dist/server.js")).toBe("dist/ < src/: price.ts (npm run build)");
});

test("a clone with committed output has no warning", async () => {
  const folder = await write("committed", typescriptApp);
  compile(folder);
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@localhost", ...args], { cwd: folder, stdio: "ignore" });
  git("init");
  git("add", ".");
  git("commit", "-m", "Build");
  git("clone", ".", path.join(base, "clone"));
  expect(await stale(path.join(base, "clone"), "dist/server.js")).toBe("");
  await edit(path.join(base, "clone/src/price.ts"));
  await touch(path.join(base, "clone/src/price.ts"), 60);
  expect(await stale(path.join(base, "clone"), "dist/server.js")).toBe("dist/ < src/: price.ts (npm run build)");
});

test.each(someOf(1, ["linked", "external", "inline"] as const))("esbuild, a map that is %s", async (sourcemap) => {
  const folder = await write(`esbuild-${sourcemap}`, typescriptApp);
  const outfile = path.join(folder, "dist/server.js");
  await build({ entryPoints: [path.join(folder, "src/server.ts")], outfile, bundle: true, platform: "node", sourcemap, logLevel: "error" });
  await touch(path.join(folder, "src/price.ts"));
  expect(await stale(folder, "dist/server.js")).toBe("");
  await edit(path.join(folder, "src/price.ts"));
  expect(await stale(folder, "dist/server.js")).toBe("dist/ < src/: price.ts (npm run build)");
});

test("an index map", async () => {
  const text = "export const a = 1;\n";
  const map = { version: 3, sources: ["../src/a.ts"], sourcesContent: [text], names: [], mappings: "AAAA" };
  const folder = await write("sections", {
    "package.json": manifest,
    "src/a.ts": text,
    "dist/a.js": "exports.a = 1;\n//# sourceMappingURL=a.js.map\n",
    "dist/a.js.map": JSON.stringify({ version: 3, sections: [{ offset: { line: 0, column: 0 }, map }] }),
  });
  expect(await stale(folder, "dist/a.js")).toBe("");
  await edit(path.join(folder, "src/a.ts"));
  expect(await stale(folder, "dist/a.js")).toBe("dist/ < src/: a.ts (npm run build)");
});

test("webpack names sources in its own way", async () => {
  const folder = await write("webpack", { "package.json": manifest, "src/app.ts": "const a: number = 1;\nconsole.log(a);\n" });
  execFileSync(process.execPath, [path.join(repository, "test/fixtures/webpack-build.cjs"), folder, "production", "source-map"]);
  expect(await stale(folder, "dist/app.cjs")).toBe("");
  await edit(path.join(folder, "src/app.ts"));
  expect(await stale(folder, "dist/app.cjs")).toBe("dist/ < src/: app.ts (npm run build)");
});

test("only what the app loads counts: not tests, tools, and sources that are gone or new", async () => {
  const folder = await write("loaded", {
    ...typescriptApp,
    "tsconfig.json": settings({ inlineSources: true }),
    "src/price.test.ts": "export {};\n",
    "src/cli.ts": "export const cli = 1;\n",
    "src/gone.ts": "export {};\n",
  });
  compile(folder);
  for (const name of ["price.test.ts", "cli.ts"]) await edit(path.join(folder, "src", name));
  await rm(path.join(folder, "src/gone.ts"));
  await writeFile(path.join(folder, "src/new.ts"), "export {};\n");
  expect(await stale(folder, "dist/server.js")).toBe("");
  expect(await stale(folder, "dist/cli")).toBe("dist/ < src/: cli.ts (npm run build)");
});

test("routes that the app finds in a folder count", async () => {
  const folder = await write("autoload", {
    ...typescriptApp,
    "src/server.ts": 'declare const require: any;\nfor (const each of require("fs").readdirSync("routes")) require(each);\nexport {};\n',
    "src/routes/orders.ts": "export const orders = 1;\n",
    "tsconfig.json": settings({ inlineSources: true }),
  });
  compile(folder);
  expect(await stale(folder, "dist/server.js")).toBe("");
  await edit(path.join(folder, "src/routes/orders.ts"));
  expect(await stale(folder, "dist/server.js")).toBe("dist/ < src/: orders.ts (npm run build)");
});

test("a package of the same workspace that the app loads as built is named, with what builds it", async () => {
  const folder = await write("monorepo", {
    "package.json": JSON.stringify({ name: "all", workspaces: ["packages/*"], scripts: { build: "tsc -b" } }),
    "packages/api/package.json": JSON.stringify({ name: "api", scripts: { build: "tsc" } }),
    "packages/api/src/server.ts": 'import { price } from "@shop/prices";\nexport const all: number = price(1);\n',
    "packages/api/tsconfig.json": settings(
      { inlineSources: true, paths: { "@shop/prices": ["../prices/src/index.ts"] } },
      { references: [{ path: "../prices" }] },
    ),
    "packages/prices/package.json": JSON.stringify({
      name: "@shop/prices",
      packageManager: "pnpm@9.0.0",
      scripts: { build: "tsc" },
      exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    }),
    "packages/prices/src/index.ts": price,
    "packages/prices/tsconfig.json": settings({ composite: true, inlineSources: true, declaration: true }),
  });
  await mkdir(path.join(folder, "node_modules/@shop"), { recursive: true });
  await symlink(path.join(folder, "packages/prices"), path.join(folder, "node_modules/@shop/prices"));
  compile(folder, "-b", "packages/api");
  expect(await stale(folder, "packages/api/dist/server.js")).toBe("");
  await edit(path.join(folder, "packages/prices/src/index.ts"));
  expect(await stale(folder, "packages/api/dist/server.js")).toBe(
    "packages/prices/dist/ < packages/prices/src/: index.ts (cd packages/prices && pnpm run build)",
  );
  await edit(path.join(folder, "packages/api/src/server.ts"));
  expect(await stale(folder, "packages/api/dist/server.js")).toBe(
    "packages/api/dist/ < packages/api/src/: index.ts, server.ts (npm run build)",
  );
});

test("a build without maps goes by time, in a package that has a build", async () => {
  const files = { "src/server.ts": "export {};\n", "dist/server.js": "module.exports = {};\n", "test/a.test.ts": "", "build.mjs": "" };
  const folder = await write("no-maps", { "package.json": manifest, ...files });
  for (const file of Object.keys(files)) await touch(path.join(folder, file), -3600);
  expect(await stale(folder, "dist/server.js")).toBe("");
  await edit(path.join(folder, "test/a.test.ts"));
  await edit(path.join(folder, "build.mjs"));
  expect(await stale(folder, "dist/server.js")).toBe("");
  await edit(path.join(folder, "src/server.ts"));
  expect(await stale(folder, "dist/server.js")).toBe("dist/ < src/: server.ts (npm run build)");
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ name: "app" }));
  expect(await stale(folder, "dist/server.js")).toBe("");
});

test("code in a folder with such a name, which other code loads, is no build", async () => {
  const files = { "server.js": 'require("./routes");require("./build/settings");\n', "routes.js": "", "build/settings.js": "" };
  const folder = await write("settings", { "package.json": manifest, ...files });
  await touch(path.join(folder, "build/settings.js"), -3600);
  expect(await stale(folder, "server.js")).toBe("");
});

test("Next.js has no maps of its server's code: the build is as old as its notes", async () => {
  const files = { "app/page.tsx": "export default () => null;\n", ".next/BUILD_ID": "x", ".next/routes-manifest.json": "{}" };
  const folder = await write("next", { "package.json": JSON.stringify({ name: "web", scripts: { build: "next build" } }), ...files });
  for (const file of Object.keys(files)) await touch(path.join(folder, file), -3600);
  await mkdir(path.join(folder, ".next/cache"));
  expect(await stale(folder, ".next/BUILD_ID")).toBe("");
  await edit(path.join(folder, "app/page.tsx"));
  expect(await stale(folder, ".next/BUILD_ID")).toBe(".next/ < app/: page.tsx (npm run build)");
  expect(await stale(folder, ".next/standalone/server.js")).toBe(".next/ < app/: page.tsx (npm run build)");
});

test("a build that has a package.json of its own is a part of the package around it", async () => {
  const folder = await write("nuxt", {
    "package.json": JSON.stringify({ name: "web", scripts: { build: "nuxt build" } }),
    "server/api/rank.ts": "export default () => 1;\n",
    ".output/server/package.json": JSON.stringify({ name: "web-prod", private: true }),
    ".output/server/index.mjs": 'import "./chunks/rank.mjs";\n',
    ".output/server/chunks/rank.mjs": "export default () => 1;\n//# sourceMappingURL=rank.mjs.map\n",
    ".output/server/chunks/rank.mjs.map": JSON.stringify({
      version: 3,
      sources: ["../../../server/api/rank.ts"],
      sourcesContent: ["export default () => 1;\n"],
      names: [],
      mappings: "AAAA",
    }),
  });
  expect(await stale(folder, ".output/server/index.mjs")).toBe("");
  await edit(path.join(folder, "server/api/rank.ts"));
  expect(await stale(folder, ".output/server/index.mjs")).toBe(".output/ < server/api/: rank.ts (npm run build)");
});

test("sources that run as they are need no build", async () => {
  const folder = await write("plain", { "package.json": manifest, "server.js": 'require("./slow");\n', "slow.js": "", "src/app.ts": "" });
  expect(await stale(folder, "server.js")).toBe("");
  expect(await stale(folder, "src/app.ts")).toBe("");
  expect(await stale(folder, "missing.js")).toBe("");
});
