import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, transform, type BuildOptions } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appText, expected, hottest, makeApp, opened } from "./mapped-app.ts";
import { inEnglish } from "../../language-server/texts/english.ts";
import { lossesOf } from "../drivers/adapter/recorded-lines.ts";
import { someOf } from "../workbench/some-of.mjs";

const repository = path.join(import.meta.dirname, "../..");

let base = "";

beforeAll(async () => {
  base = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-maps-")));
});

afterAll(async () => rm(base, { recursive: true }));

async function bundle(folder: string, options: BuildOptions): Promise<string> {
  const outfile = path.join(folder, "dist/app.js");
  await build({ entryPoints: [path.join(folder, "src/app.ts")], bundle: true, format: "esm", platform: "node", outfile, ...options });
  return outfile;
}

test("tsc's output", async () => {
  const folder = await makeApp(base, "tsc");
  const options = ["--outDir", "dist", "--rootDir", "src", "--sourceMap", "--module", "nodenext", "--target", "es2022"];
  const types = ["--rewriteRelativeImportExtensions", "--types", "", "--lib", "es2022,dom"];
  execFileSync(process.execPath, [path.join(repository, "node_modules/typescript/bin/tsc"), ...options, ...types, "src/app.ts"], {
    cwd: folder,
  });
  expect(hottest(await opened(folder, ["dist/app.js"]), folder)).toBe(expected);
});

test.each<readonly [string, BuildOptions]>(
  someOf(1, [
    ["external map", { sourcemap: true }],
    ["inline map", { sourcemap: "inline" }],
    ["minified to one line", { sourcemap: true, minify: true }],
    ["minified, with a map that has no texts", { sourcemap: true, minify: true, sourcesContent: false }],
    ["sourceRoot", { sourcemap: true, sourceRoot: "./" }],
  ]),
)("esbuild's bundle: %s", async (name, options) => {
  const folder = await makeApp(base, `esbuild-${name.replaceAll(/\W/g, "-")}`);
  await bundle(folder, options);
  const analysis = await opened(folder, ["dist/app.js"]);
  expect(lossesOf(analysis)).toEqual([]);
  const found = hottest(analysis, folder);
  expect(found).toBe(expected);
  const source = analysis.costs.sources.findIndex(({ path: file }) => file === path.join(folder, "src/app.ts"));
  expect(analysis.textOf(source)).toBe(appText);
});

test.each(
  someOf(1, [
    ["with its sources' texts", true],
    ["without them", false],
  ]),
)("a bundle whose sources have webpack's URLs, in a package of a monorepo, %s", async (name, sourcesContent) => {
  const workspace = path.join(base, `monorepo ${name}`);
  await mkdir(path.join(workspace, "packages"), { recursive: true });
  const folder = await makeApp(workspace, "packages/shop");
  const outfile = await bundle(folder, { sourcemap: true, minify: true, sourcesContent });
  const map = JSON.parse(await readFile(`${outfile}.map`, "utf8")) as { sources: string[] };
  const sources = map.sources.map((source) => source.replace("../", "webpack://shop/./"));
  await writeFile(`${outfile}.map`, JSON.stringify({ ...map, sources }));
  await writeFile(path.join(folder, "src/root.ts"), "// Later.\n");
  await utimes(path.join(folder, "src/root.ts"), new Date(), new Date(Date.now() + 60_000));
  const analysis = await opened(folder, ["dist/app.js"], workspace);
  expect(hottest(analysis, folder)).toBe(expected);
  const row = analysis.costs.sources.findIndex((source) => source.path.endsWith("/src/app.ts"));
  expect(analysis.textOf(row)).toBe(appText);
  expect(analysis.problems.map(inEnglish)).toEqual([expect.stringMatching(/^root\.ts is newer than app\.js, /)]);
});

test.each(
  someOf(1, [
    ["out of it", "../../src/"],
    ["to a bundler's address", "webpack://lib/./src/"],
  ]),
)("a package whose map leads %s gives no heat to the app's file of that name", async (name, root) => {
  const folder = await makeApp(base, `package ${name}`);
  const home = path.join(folder, "node_modules/lib");
  await mkdir(home, { recursive: true });
  const outfile = path.join(home, "app.js");
  await bundle(folder, { sourcemap: true, sourcesContent: false, outfile });
  await writeFile(path.join(home, "package.json"), '{"type":"module","exports":"./app.js"}');
  await writeFile(path.join(folder, "main.js"), 'import "lib";\n');
  const map = JSON.parse(await readFile(`${outfile}.map`, "utf8")) as { sources: string[] };
  const sources = map.sources.map((source) => `${root}${path.basename(source)}`);
  await writeFile(`${outfile}.map`, JSON.stringify({ ...map, sources }));
  const { costs, textOf } = await opened(folder, ["main.js"]);
  const burnt = costs.sources[costs.functions.find((each) => each.name === "burn")?.source ?? -1];
  expect(burnt?.category).toBe("dependency");
  const texts = costs.sources.map((_source, row) => textOf(row) ?? "");
  expect(texts).not.toContain(appText);
});

test("a map in sections", { tags: "thorough" }, async () => {
  const folder = await makeApp(base, "sections");
  const outfile = await bundle(folder, { sourcemap: true });
  const map: unknown = JSON.parse(await readFile(`${outfile}.map`, "utf8"));
  const code = await readFile(outfile, "utf8");
  await writeFile(outfile, `// A\n// banner\n${code}`);
  await writeFile(`${outfile}.map`, JSON.stringify({ version: 3, sections: [{ offset: { line: 2, column: 0 }, map }] }));
  expect(hottest(await opened(folder, ["dist/app.js"]), folder)).toBe(expected);
});

test("a map of a map: compiled, then minified by a tool that ignores the first map", { tags: "thorough" }, async () => {
  const folder = await makeApp(base, "chain");
  const outfile = await bundle(folder, { sourcemap: true });
  const compiled = await readFile(outfile, "utf8");
  const minified = await transform(compiled.replace(/^\/\/# sourceMappingURL=.*$/m, ""), {
    minify: true,
    sourcemap: true,
    sourcefile: "app.js",
  });
  const map = JSON.parse(minified.map) as object;
  await writeFile(path.join(folder, "dist/app.min.js"), `${minified.code}//# sourceMappingURL=app.min.js.map\n`);
  await writeFile(path.join(folder, "dist/app.min.js.map"), JSON.stringify({ ...map, sourcesContent: [compiled] }));
  expect(hottest(await opened(folder, ["dist/app.min.js"]), folder)).toBe(expected);
});

test("code compiled in memory by a loader, as ts-node and tsx do", { tags: "thorough" }, async () => {
  const folder = await makeApp(base, "loader");
  const loader = `const { transformSync } = require(${JSON.stringify(path.join(repository, "node_modules/esbuild"))});
require("node:module")._extensions[".ts"] = (module, file) => {
  const text = require("node:fs").readFileSync(file, "utf8");
  const { code } = transformSync(text, { loader: "ts", format: "cjs", sourcemap: "inline", sourcefile: file, minify: true });
  module._compile(code, file);
};
`;
  await writeFile(path.join(folder, "package.json"), "{}");
  await writeFile(path.join(folder, "loader.cjs"), loader);
  expect(hottest(await opened(folder, ["--require", "./loader.cjs", "src/app.ts"]), folder)).toBe(expected);
});

test("a symbolic link to the workspace, and a container whose folder is mapped", { tags: "thorough" }, async () => {
  const folder = await makeApp(base, "real");
  await bundle(folder, { sourcemap: true });
  const link = path.join(base, "link");
  await symlink(folder, link);
  const container = path.join(base, "usr-src-app");
  await symlink(folder, container);
  // V8 reports paths with symbolic links resolved; a container's own folder does not exist on the host.
  expect(hottest(await opened(link, ["dist/app.js"], folder), folder)).toBe(expected);
  const mine = path.join(base, "mine");
  await cp(folder, mine, { recursive: true });
  const mapped = await opened(folder, ["dist/app.js"], mine, { [folder]: mine });
  expect(hottest(mapped, mine)).toBe(expected);
  expect(mapped.costs.sources.find(({ path: file }) => file === `${mine}/src/app.ts`)?.category).toBe("own");
});

test("a broken or missing map is reported once, and the lines are those that ran", async () => {
  for (const [name, map] of [
    ["broken", '{"version":3,"sources":["../src/app.ts"],"names":[],"mappings":"!!"}'],
    ["missing", undefined],
  ] as const) {
    const folder = await makeApp(base, name);
    const outfile = await bundle(folder, { sourcemap: true });
    await (map === undefined ? rm(`${outfile}.map`) : writeFile(`${outfile}.map`, map));
    const analysis = await opened(folder, ["dist/app.js"]);
    expect(hottest(analysis, folder)).toMatch(/^dist\/app\.js:\d+ \(burn at \d+\)$/);
    expect(analysis.problems.filter((problem) => inEnglish(problem).includes("source map"))).toHaveLength(1);
  }
});

test("a map cannot read anything outside the workspace, even through a link in it", async () => {
  const folder = await makeApp(base, "escape");
  const secret = path.join(base, "secret.txt");
  await writeFile(secret, "the secret");
  await symlink(secret, path.join(folder, "src/link.ts"));
  const outfile = await bundle(folder, { sourcemap: true, sourcesContent: false });
  const map = JSON.parse(await readFile(`${outfile}.map`, "utf8")) as { sources: string[] };
  const sources = [pathToFileURL(secret).href, "../src/link.ts", null, "webpack://elsewhere/x.ts"];
  await writeFile(`${outfile}.map`, JSON.stringify({ ...map, sources }));
  const analysis = await opened(folder, ["dist/app.js"]);
  const texts = analysis.costs.sources.map((_source, row) => analysis.textOf(row) ?? "");
  expect(texts.some((text) => text.includes("the secret"))).toBe(false);
  expect(analysis.costs.sources.find(({ path: file }) => file === secret)?.category).not.toBe("own");
  expect(analysis.problems.map(inEnglish)).toContain(
    "Original sources that source maps name are not in the workspace, or not on disk: secret.txt (of app.js) and 2 more.",
  );
});

test.each(
  someOf(2, [
    ["changed since, known by its time alone", false, "// Later.\n", true],
    ["changed since, known by the map's copy too", true, "// Later.\n", true],
    ["touched since, which the map's copy shows", true, "", false],
    ["written in one go with what was built", false, undefined, false],
  ] as const),
)("a source that was %s", async (name, sourcesContent, added, isReported) => {
  const folder = await makeApp(base, `newer, ${name}`);
  await bundle(folder, { sourcemap: true, sourcesContent });
  const source = path.join(folder, "src/app.ts");
  if (added !== undefined) {
    await writeFile(source, appText + added);
    await utimes(source, new Date(), new Date(Date.now() + 60_000));
  }
  const { problems } = await opened(folder, ["dist/app.js"]);
  const newer =
    "app.ts is newer than app.js, which was built from it. If it was changed since, the older code ran and lines may be off: build again, then measure.";
  expect(problems.some((problem) => inEnglish(problem) === newer)).toBe(isReported);
});

test(
  "a recording of a build whose source was edited since, and whose map has no texts, has no sure line there",
  { tags: "thorough" },
  async () => {
    const folder = await makeApp(base, "edited since");
    await bundle(folder, { sourcemap: true, sourcesContent: false });
    await writeFile(path.join(folder, "src/app.ts"), `// One.\n// Two.\n${appText}`);
    const { costs, problems } = await opened(folder, ["dist/app.js"]);
    const own = costs.lines.filter(({ source }) => costs.sources[source]?.path === path.join(folder, "src/app.ts"));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ totalTicks, inferredTicks }) => inferredTicks < totalTicks)).toEqual([]);
    expect(problems.map(({ code }) => code)).toContain("script.contradicted");
  },
);
