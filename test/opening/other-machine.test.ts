import { cp, mkdtemp, realpath, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { PathMappings } from "../../language-server/analysis/sources/source-paths.ts";
import { readRun } from "../../language-server/history/run-store.ts";
import { openProfile, openRunFolder, type OpenedRun, type OpeningOptions } from "../../language-server/opening/opened-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { inEnglish } from "../../language-server/texts/english.ts";

/** Recorded by Node 22 for Windows in `C:\Users\me\shop`; the log lacks V8's information about its own code. */
const windowsShop = path.resolve(import.meta.dirname, "../fixtures/windows-shop");
const utilText = "exports.a = 1;\nexports.keep = () => {\n  for (;;) {}\n};\n";

/** `lib/burn.cjs:4`: the line of own code with the highest withLibraries, relative to the folder. */
function hottest({ analysis: { costs } }: OpenedRun, folder: string): string {
  const own = costs.lines.filter(({ source }) => costs.sources[source]?.category === "own");
  const [first] = own.toSorted((a, b) => b.withLibrariesTicks - a.withLibrariesTicks);
  return first === undefined ? "none" : `${path.relative(folder, costs.sources[first.source]?.path ?? "")}:${first.line}`;
}

function messages({ problems }: OpenedRun): readonly string[] {
  return problems.map(inEnglish).filter((message) => /found/.test(message));
}

async function checkout(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-checkout-")));
  await cp(windowsShop, folder, { recursive: true });
  return folder;
}

/** A run from another machine, whose workspace does not exist here. */
async function foreignRun(
  app: DrawnApp,
  cwd: string,
  scripts: Parameters<typeof drawRun>[1]["scripts"],
  hot: string,
  pathMappings?: PathMappings,
): Promise<string> {
  const facts = { argv: [], nodeVersion: "22.0.0", v8Version: "", gitCommit: "" };
  return drawRun(app, {
    scripts,
    threads: [`30 | ${hot} keep@2:0 3:2`],
    run: { app: { cwd, workspaceFolders: [cwd], pathMappings, ...facts } },
  });
}

async function openRun(folder: string, options: OpeningOptions): Promise<OpenedRun> {
  return openRunFolder(folder, await readRun(folder), options);
}

test.each(["v8.log.gz", "v8.cpuprofile"])(
  "%s from Windows opens here: its sources are found by the ends of their paths, and the run says so",
  async (name) => {
    const folder = await checkout();
    const opened = await openProfile(path.join(windowsShop, name), { workspaceFolders: [folder] }, {});
    expect(hottest(opened, folder)).toBe("lib/burn.cjs:4");
    expect(messages(opened)).toEqual([
      `The sources are not where the app ran, so they were found by the ends of their paths: C:/Users/me/shop → ${folder}. If that is wrong, set path mappings (heatline.pathMappings or --path-mapping).`,
    ]);
  },
);

test.each(["v8.log.gz", "v8.cpuprofile"])("%s from Windows opens here with path mappings in any notation", async (name) => {
  const folder = await checkout();
  for (const there of ["C:\\Users\\me\\shop", "c:/Users/me/shop/", "file:///C:/Users/me/shop"]) {
    const opened = await openProfile(path.join(windowsShop, name), { workspaceFolders: [folder] }, { pathMappings: { [there]: folder } });
    expect(hottest(opened, folder)).toBe("lib/burn.cjs:4");
    expect(messages(opened)).toEqual([]);
  }
});

test("a path mapping that leads to no source is reported, and the sources are found by the ends of their paths", async () => {
  const folder = await checkout();
  const pathMappings = { "C:\\Users\\me\\shop": "/wrong" };
  const opened = await openProfile(path.join(windowsShop, "v8.cpuprofile"), { workspaceFolders: [folder] }, { pathMappings });
  expect(hottest(opened, folder)).toBe("lib/burn.cjs:4");
  expect(messages(opened)).toEqual([
    `No source is where the path mapping leads (C:/Users/me/shop → /wrong), so they were found by the ends of their paths: C:/Users/me/shop → ${folder}. Correct the mapping (pathMappings, heatline.pathMappings or --path-mapping).`,
  ]);
});

test("a run from Windows opens here, with the sources of its source maps", async () => {
  const app = await makeApp({ "packages/api/src/util.ts": utilText, "packages/web/src/index.ts": "" });
  const map = JSON.stringify({
    version: 3,
    sources: ["..\\src\\util.ts".replaceAll("\\", "/")],
    names: [],
    mappings: "AAAA;AACA;AACA;AACA",
  });
  const scripts = { "D:\\projects\\shop\\packages\\api\\dist\\util.js": { text: utilText, map } };
  const folder = await foreignRun(app, "D:\\projects\\shop", scripts, "D:\\projects\\shop\\packages\\api\\dist\\util.js");
  const opened = await openRun(folder, { sourceFolders: [app.folder] });
  expect(hottest(opened, app.folder)).toBe("packages/api/src/util.ts:3");
  expect(messages(opened)).toEqual([expect.stringContaining(`D:/projects/shop → ${app.folder}.`)]);
});

test("of several matching files, the one with the text that ran is used; if none has it, none is used", async () => {
  const app = await makeApp({ "a/util.js": "other\n", "b/util.js": utilText.replaceAll("\n", "\r\n") });
  const url = "file:///usr/src/app/util.js";
  const folder = await foreignRun(app, "/usr/src/app", { [url]: utilText }, url);
  expect(hottest(await openRun(folder, { sourceFolders: [app.folder] }), app.folder)).toBe("b/util.js:3");
  const edited = await foreignRun(app, "/usr/src/app", { [url]: `${utilText}// ran\n` }, url);
  const opened = await openRun(edited, { sourceFolders: [app.folder] });
  expect(messages(opened)).toEqual([
    "None of the app's sources were found on this machine; they were in /usr/src/app. Open the folder that has them, name it with --source, or set a path mapping (heatline.pathMappings or --path-mapping).",
  ]);
});

test("a mapping to a folder without the sources is reported; they are still found", async () => {
  const app = await makeApp({ "util.js": utilText });
  const url = "file:///usr/src/app/util.js";
  const folder = await foreignRun(app, "/usr/src/app", { [url]: utilText }, url);
  const pathMappings = { "/usr/src/app": "/nowhere" };
  expect(messages(await openRun(folder, { pathMappings }))).toEqual([
    expect.stringContaining("they were in /usr/src/app, which is mapped to /nowhere."),
  ]);
  const opened = await openRun(folder, { pathMappings, sourceFolders: [app.folder] });
  expect(hottest(opened, app.folder)).toBe("util.js:3");
  expect(messages(opened)).toEqual([expect.stringContaining(`/usr/src/app → ${app.folder}.`)]);
});

test("a path mapping of the app that matches none of its paths is reported, unless it is for code without samples", async () => {
  const app = await makeApp({ "util.js": utilText });
  const [url, here] = ["file:///usr/src/app/util.js", app.folder];
  const openWith = async (pathMappings: PathMappings): Promise<readonly string[]> => {
    const folder = await foreignRun(app, "/usr/src/app", { [url]: utilText }, url, pathMappings);
    return (await openRun(folder, { sourceFolders: [app.folder] })).problems
      .map(inEnglish)
      .filter((message) => message.includes("No path of the app"));
  };
  const named = (there: string): string =>
    `No path of the app begins with ${there}, so its path mapping (${there} → ${here}) does nothing; the app ran in /usr/src/app. Correct pathMappings.`;
  expect(await openWith({ "/usr/src/ap": here })).toEqual([named("/usr/src/ap")]);
  expect(await openWith({ "C:\\app": here, "/srv": here })).toEqual([named("C:\\app"), named("/srv")]);
  expect(await openWith({ "/usr/src/app": "/nowhere", "/srv": here })).toEqual([named("/srv")]);
  expect(await openWith({ "/usr/src/app": here, "/usr/lib/own": here, "webpack://shop": here })).toEqual([]);
  expect(await openWith({ "webpack://shop": here })).toEqual([]);
});

test("a path mapping may match only paths from source maps", async () => {
  const app = await makeApp({ "util.js": utilText });
  const map = JSON.stringify({ version: 3, sources: ["/build/util.ts"], names: [], mappings: "AAAA;AACA;AACA;AACA" });
  const folder = await foreignRun(app, app.folder, { "util.js": { text: utilText, map } }, "util.js", { "/build": app.folder });
  expect((await openRun(folder, {})).problems.map(inEnglish).filter((message) => message.includes("No path"))).toEqual([]);
});

test("nested folders, and other names of a folder, do not duplicate a file", async () => {
  const app = await makeApp({ "packages/api/util.js": utilText });
  const link = `${app.folder}-link`;
  await symlink(app.folder, link);
  const url = "file:///usr/src/app/util.js";
  const folder = await foreignRun(app, "/usr/src/app", { [url]: utilText }, url);
  const opened = await openRun(folder, { sourceFolders: [app.path("packages"), app.folder, app.folder, link] });
  expect(hottest(opened, app.folder)).toBe("packages/api/util.js:3");
});

test("if one of the app's own sources is at its original path, no search is made", async () => {
  const app = await makeApp({ "util.js": utilText, "old/gone.js": utilText });
  const scripts = { "util.js": utilText, "file:///elsewhere/gone.js": utilText };
  const folder = await drawRun(app, { scripts, threads: ["30 | file:///elsewhere/gone.js keep@2:0 3:2"] });
  expect(messages(await openRun(folder, { sourceFolders: [app.folder] }))).toEqual([]);
});
